import * as z from "zod/mini";
import { Actor, type Made, operator } from "../../domain/person/actor.ts";
import { untilAdmitted } from "../../runtime/admission.ts";
import { maybe } from "../../table/maybe.ts";

/** The stored form of an actor, with short names, since each change has one. */
export const ActorItem = z.pipe(
  z.object({
    u: z.optional(z.int()),
    k: z.optional(z.int()),
    c: z.optional(z.int()),
    i: z.optional(z.int()),
    j: z.optional(z.string()),
  }),
  z.transform(
    ({ u, k, c, i, j }): Actor => z.parse(Actor, { user: u, siteKey: k, source: c, import: i, job: j }),
  ),
);

export function actorItem(actor: Actor) {
  if ("siteKey" in actor) return { k: actor.siteKey, c: actor.source };
  if ("import" in actor) return { i: actor.import, u: actor.user };
  return "user" in actor ? { u: actor.user } : { j: actor.job };
}

/** The attributes with which a record says who made it. Records of 0.2.0 do not say it. */
export const MadeItem = { made: maybe(z.int()), by: maybe(ActorItem) };

export function madeItem(made: Made | undefined) {
  return made === undefined ? {} : { made: made.ms, by: actorItem(made.by) };
}

export function madeIn(made: number | undefined, by: Actor | undefined): { readonly made?: Made } {
  return made === undefined || by === undefined ? {} : { made: { ms: made, by } };
}

/**
 * The actor of the present request or job. Waits until the request's caller is admitted.
 * @throws Fault with the reason, if the caller is refused
 */
export async function currentActor(): Promise<Actor> {
  return z.parse(Actor, (await untilAdmitted()) ?? operator);
}

/** A record that is made now says so. */
export async function madeNow(): Promise<Made> {
  return { ms: Date.now(), by: await currentActor() };
}
