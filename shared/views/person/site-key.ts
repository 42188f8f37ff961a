import * as z from "zod/mini";
import type { SiteKey } from "../../domain/person/site-key.ts";
import { formatTimestamp, TimestampView, timestampOrNull } from "../../domain/time/timestamp.ts";
import { described } from "../../domain/wire/described.ts";
import { Id } from "../../domain/wire/id.ts";

/** The response to the creation of a key, the only one that contains the key. */
export const NewSiteKeyView = z
  .strictObject({
    id: Id,
    key: described(
      z.string(),
      "`wvk_<id>_<secret>`. Store it now: no other response contains it.",
      "wvk_42_the-secret",
    ),
    created: TimestampView,
  })
  .check(z.meta({ id: "NewSiteKey" }));

export const SiteKeyView = z
  .strictObject({ id: Id, created: TimestampView, last_used: z.nullable(TimestampView) })
  .check(z.meta({ id: "SiteKey" }));
export type SiteKeyView = z.infer<typeof SiteKeyView>;

export function viewSiteKey({ id, createdMs, usedMs }: SiteKey): SiteKeyView {
  return {
    id,
    created: formatTimestamp(createdMs),
    last_used: timestampOrNull(usedMs),
  };
}
