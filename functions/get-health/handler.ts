import { anybody } from "../../shared/auth/authentication.ts";
import { endpoint } from "../../shared/serve/endpoint.ts";
import { contract } from "./contract.ts";

export const handler = endpoint(
  contract,
  async () => ({ status: 200, body: { status: "ok" } }) as const,
  anybody,
);
