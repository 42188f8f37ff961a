import type { Identity, User } from "../domain/user.ts";
import type { Access } from "./contract.ts";

/** Who calls, as far as the endpoint's access needs to know. */
export type CallerOf<A extends Access> = A extends "public"
  ? undefined
  : A extends "identified"
    ? Identity
    : User;

/** Whose idempotency keys a caller's are. */
export function callerScope(caller: Identity | User | undefined): string {
  if (caller === undefined) return "public";
  return "id" in caller ? `user ${caller.id}` : caller.email;
}

/**
 * Finds out who calls and whether they may, from every value of the Authorization header.
 * @throws Fault `unauthenticated`, `forbidden` or `unavailable`
 */
export type Authenticate<A extends Access> = (authorization: readonly string[]) => Promise<CallerOf<A>>;
