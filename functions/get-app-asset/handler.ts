import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { servePublic } from "../../shared/serve/serve-public.ts";
import { contract } from "./contract.ts";
import { getAppAsset } from "./get-app-asset.ts";

const folder = path.join(import.meta.dirname, "app");
const read = (name: string) => readFileSync(path.join(folder, name), "utf8");

export const handler = servePublic(contract, getAppAsset({ names: readdirSync(folder), read }));
