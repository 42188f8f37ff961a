import { anybody } from "../../shared/auth/authentication.ts";
import { endpoint } from "../../shared/serve/endpoint.ts";
import { contract } from "./contract.ts";
import { file, headers } from "./page.ts";

export const handler = endpoint(contract, async () => ({ status: 200, headers, file }) as const, anybody);
