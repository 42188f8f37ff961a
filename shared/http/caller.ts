import type { Identity, User } from "../domain/user.ts";
import type { Access } from "./contract.ts";

/** Who calls, as far as the endpoint's access needs to know. */
export type CallerOf<A extends Access> = A extends "public"
  ? undefined
  : A extends "identified"
    ? Identity
    : User;

/**
 * Finds out who calls and whether they may, from every value of the Authorization header.
 * @throws Fault `unauthenticated`, `forbidden` or `unavailable`
 */
export type Authenticate<A extends Access> = (authorization: readonly string[]) => Promise<CallerOf<A>>;
