import * as z from "zod/mini";
import type { Actor } from "../../domain/person/actor.ts";
import { UserSummary } from "../../domain/person/user.ts";
import { formatTimestamp, TimestampView, timestampOrNull } from "../../domain/time/timestamp.ts";
import { described } from "../../domain/wire/described.ts";
import { Id } from "../../domain/wire/id.ts";

const ActorView = z.strictObject({
  kind: described(
    z.enum(["user", "site_key", "import", "job"]),
    "`site_key`: a site, with a key of its capture source. `import`: an import, with the user who started it. `job`: a job of the service, or an operator.",
    "user",
  ),
  user: z.optional(UserSummary),
  site_key: z.optional(Id),
  capturesource: z.optional(Id),
  import: z.optional(Id),
  job: described(z.optional(z.string()), "Name of the job: `clean-up`, `forget`, or `operator`.", "clean-up"),
});

const value = z.any().check(z.meta({ description: "`null` if it was not set.", examples: ["00:00:01.500"] }));

const FieldView = z.strictObject({
  field: z.string().check(z.meta({ examples: ["end"] })),
  before: value,
  after: value,
});
export type FieldView = z.infer<typeof FieldView>;

const VersionView = z
  .strictObject({
    version: z.int().check(z.gte(1)),
    change: described(
      z.enum(["created", "updated", "moved", "deleted"]),
      "`moved`: the time of an annotation followed a corrected start or time zone.",
      "updated",
    ),
    at: TimestampView,
    by: ActorView,
    fields: described(z.array(FieldView), "The fields that an update changed.", [
      { field: "end", before: "00:00:01.500", after: "00:00:02.000" },
    ]),
  })
  .check(z.meta({ id: "Version" }));
export type VersionView = z.infer<typeof VersionView>;

export const HistoryView = z
  .strictObject({
    results: z.array(VersionView),
    next: described(z.nullable(Id), "The `before` of the next page. null on the last page.", 3),
    recorded_since: described(
      z.nullable(TimestampView),
      "The record is older than this time, before which nothing was recorded. null if the history is complete.",
      "2026-12-01T08:00:00.000Z",
    ),
  })
  .check(z.meta({ id: "History" }));

/** A version to show. */
type Shown = Omit<VersionView, "at" | "by"> & { readonly atMs: number; readonly by: Actor };

export function viewVersion(
  { version, change, atMs, by, fields }: Shown,
  user: (id: number) => UserSummary,
): VersionView {
  return { version, change, fields, at: formatTimestamp(atMs), by: viewActor(by, user) };
}

export function viewHistory(results: VersionView[], next: number | undefined, sinceMs: number | undefined) {
  return { results, next: next ?? null, recorded_since: timestampOrNull(sinceMs) };
}

function viewActor(actor: Actor, user: (id: number) => UserSummary): z.infer<typeof ActorView> {
  if ("siteKey" in actor) {
    return { kind: "site_key", site_key: actor.siteKey, capturesource: actor.source };
  }
  if ("import" in actor) return { kind: "import", import: actor.import, user: user(actor.user) };
  return "user" in actor ? { kind: "user", user: user(actor.user) } : { kind: "job", job: actor.job };
}
