import * as z from "zod/mini";
import { isSite, type SiteCaller } from "./site-key.ts";

/**
 * Who changed a record: a user, a site key of a capture source, an import with the user who started it, or a job of the
 * service. Ids, never names, so that a person's data can be deleted.
 */
export const Actor = z.union([
  z.object({ siteKey: z.int(), source: z.int() }),
  z.object({ import: z.int(), user: z.int() }),
  z.object({ user: z.int() }),
  z.object({ job: z.string() }),
]);
export type Actor = z.infer<typeof Actor>;

/** Who made a record, and when: milliseconds since 1970. */
export type Made = { readonly ms: number; readonly by: Actor };

/** The actor outside requests and jobs: an operator, who runs a command. */
export const operator: Actor = { job: "operator" };

/** A request's caller as actor. Callers who are not registered change only their own user. */
export function actorOf(
  caller: { readonly id: number } | SiteCaller | { readonly email: string } | undefined,
): Actor | undefined {
  if (caller === undefined) return undefined;
  if (isSite(caller)) return { siteKey: caller.siteKey, source: caller.source };
  return "id" in caller ? { user: caller.id } : undefined;
}
