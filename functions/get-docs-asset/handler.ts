import { readFileSync } from "node:fs";
import path from "node:path";
import { servePublic } from "../../shared/serve/serve-public.ts";
import { contract } from "./contract.ts";
import { getDocsAsset } from "./get-docs-asset.ts";

const run = getDocsAsset((file) => readFileSync(path.join(import.meta.dirname, file), "utf8"));

export const handler = servePublic(contract, run);
