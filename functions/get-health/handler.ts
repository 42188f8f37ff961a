import { servePublic } from "../../shared/serve/serve-public.ts";
import { contract } from "./contract.ts";

export const handler = servePublic(contract, async () => ({ status: 200, body: { status: "ok" } }) as const);
