import { servePublic } from "../../shared/serve/serve-public.ts";
import { contract } from "./contract.ts";
import { file, headers } from "./page.ts";

export const handler = servePublic(contract, async () => ({ status: 200, headers, file }) as const);
