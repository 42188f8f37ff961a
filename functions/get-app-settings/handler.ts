import { signInSettings } from "../../shared/runtime/env.ts";
import { servePublic } from "../../shared/serve/serve-public.ts";
import { contract } from "./contract.ts";

const { issuer, clientId, scope } = signInSettings();
const body = { issuer, client_id: clientId, scope };

export const handler = servePublic(contract, async () => ({ status: 200, body }) as const);
