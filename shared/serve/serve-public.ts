import { anybody } from "../auth/authentication.ts";
import type { Contract, Responses } from "../http/contract.ts";
import { endpoint, type Handler, type Run } from "./endpoint.ts";

/** The Lambda handler of a public endpoint. Apart from serve.ts, so that its bundle has no database client. */
export function servePublic<P, Q, B, R extends Responses>(
  contract: Contract<P, Q, B, R, "public">,
  run: Run<P, Q, B, R, undefined>,
): Handler {
  return endpoint(contract, run, anybody);
}
