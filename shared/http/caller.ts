import { isSite, type SiteCaller } from "../domain/person/site-key.ts";
import type { Identity, User } from "../domain/person/user.ts";

/** The caller of a request; `undefined` for endpoints that need no credential. */
export type Caller = Identity | User | SiteCaller | undefined;

/** The owner of a caller's idempotency keys. A site's keys belong to its source, so that it can get a new site key. */
export function callerScope(caller: Caller): string {
  if (caller === undefined) return "public";
  if (isSite(caller)) return `source ${caller.source}`;
  return "id" in caller ? `user ${caller.id}` : caller.email;
}
