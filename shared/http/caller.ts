import { isSite, type SiteCaller } from "../domain/site-key.ts";
import type { Identity, User } from "../domain/user.ts";
import type { Access } from "./contract.ts";

/** Who calls, as far as the endpoint's access needs to know. */
export type CallerOf<A extends Access> = A extends "public"
  ? undefined
  : A extends "identified"
    ? Identity
    : A extends `${string} or site`
      ? User | SiteCaller
      : User;

/** Whose idempotency keys a caller's are; a source's stay its own when it gets a new site key. */
export function callerScope(caller: Identity | User | SiteCaller | undefined): string {
  if (caller === undefined) return "public";
  if (isSite(caller)) return `source ${caller.source}`;
  return "id" in caller ? `user ${caller.id}` : caller.email;
}

/**
 * Finds out who calls and whether they may, from every value of the Authorization header.
 * @throws Fault `unauthenticated`, `forbidden` or `unavailable`
 */
export type Authenticate<A extends Access> = (authorization: readonly string[]) => Promise<CallerOf<A>>;
