import * as z from "zod/mini";
import { formatTimestamp, TimestampView } from "../../domain/time/timestamp.ts";
import { described } from "../../domain/wire/described.ts";
import { Id } from "../../domain/wire/id.ts";
import { FullView } from "../annotation/full.ts";
import { CaptureSourceView } from "../source/capture-source.ts";
import { SpeciesView } from "../species/species.ts";
import { VideoStreamView } from "../stream/video-stream.ts";

/** The types of records whose changes can be read. */
export const ChangeType = z.enum(["annotation", "videostream", "capturesource", "species"]);
export type ChangeType = z.infer<typeof ChangeType>;

const RecordView = z.union([FullView, VideoStreamView, CaptureSourceView, SpeciesView]);
export type RecordView = z.infer<typeof RecordView>;

/** A change of a record, without its content and without a person. */
export const ChangeView = z
  .strictObject({
    type: ChangeType,
    id: Id,
    version: described(
      z.int().check(z.gte(1)),
      "The record's version after the change. The versions of a record ascend. Heartbeats leave gaps.",
      3,
    ),
    change: z.enum(["created", "updated", "deleted", "restored"]),
    at: TimestampView,
    videostream: described(z.optional(Id), "The video stream of an annotation.", 7),
    record: z.optional(RecordView),
  })
  .check(z.meta({ id: "Change" }));
export type ChangeView = z.infer<typeof ChangeView>;

export const ChangesView = z
  .strictObject({
    changes: z.array(ChangeView),
    next: described(
      z.string(),
      "Cursor after these changes. Send it as `since` of the next request.",
      "1.AAAB",
    ),
    more: described(z.boolean(), "`true` if there are more changes to read at once.", false),
  })
  .check(z.meta({ id: "Changes" }));

/** A change as it is stored. `atMs` is exact to the second. */
type Change = Omit<ChangeView, "at" | "videostream" | "record"> & {
  readonly atMs: number;
  readonly videostream?: number | undefined;
};

export function viewChange(
  { type, id, version, change, atMs, videostream }: Change,
  record: RecordView | undefined,
): ChangeView {
  return {
    ...{ type, id, version, change },
    at: formatTimestamp(atMs),
    ...(videostream === undefined ? {} : { videostream }),
    ...(record === undefined ? {} : { record }),
  };
}
