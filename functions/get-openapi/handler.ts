import { readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod/mini";
import { servePublic } from "../../shared/serve/serve-public.ts";
import { contract } from "./contract.ts";

const text = readFileSync(path.join(import.meta.dirname, "openapi.json"), "utf8");
const document = z.parse(contract.responses[200], JSON.parse(text));

export const handler = servePublic(contract, async () => ({ status: 200, body: document }) as const);
