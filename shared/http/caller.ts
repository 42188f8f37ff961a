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

/** Who calls, and a way to count more for the request of the caller's budget than its `cost`. */
export type Authenticated<A extends Access> = {
  readonly caller: CallerOf<A>;
  readonly countMore: (cost: number) => void;
};

/**
 * Finds out who calls and whether they may, from every value of the Authorization header.
 * @param cost what the request counts of its caller's budget
 * @throws Fault `unauthenticated`, `forbidden`, `too-many-requests` or `unavailable`
 */
export type Authenticate<A extends Access> = (
  authorization: readonly string[],
  cost: number,
) => Promise<Authenticated<A>>;
