import * as z from "zod/mini";
import { MediaOffset } from "../time/media-offset.ts";
import { described } from "../wire/described.ts";
import { invalid } from "../wire/fault.ts";

/** The filters by a stretch of a stream, as parameters of a query. */
export const stretchFilters = {
  "during[start]": described(
    z.optional(MediaOffset),
    "Only annotations that end at this time of the video or later. Requires exactly one `videostream`. Together with `during[end]`, it finds all annotations that overlap a part of the video. Default: the beginning.",
    "00:10:00",
  ),
  "during[end]": described(
    z.optional(MediaOffset),
    "Only annotations that start at this time of the video or earlier. Requires exactly one `videostream`. Default: the end.",
    "00:20:00",
  ),
};

/** A stretch of a stream, both ends included: milliseconds from its start. */
export type Stretch = { readonly fromMs: number; readonly toMs: number };

type Query = Partial<z.infer<z.ZodMiniObject<typeof stretchFilters>>> & {
  readonly videostream?: readonly number[] | undefined;
};

/** @throws Fault `invalid-request` if there is not exactly one stream, or if the end is before the start */
export function stretchOf({
  "during[start]": start,
  "during[end]": end,
  videostream,
}: Query): Stretch | undefined {
  if (start === undefined && end === undefined) return undefined;
  if (videostream?.length !== 1) {
    throw invalid(
      "/videostream",
      "`videostream` must be given exactly once with `during[start]` or `during[end]`, which are times in one video.",
    );
  }
  const [fromMs, toMs] = [start ?? 0, end ?? Number.POSITIVE_INFINITY];
  if (fromMs > toMs) throw invalid("/during[end]", "`during[end]` must not be before `during[start]`.");
  return { fromMs, toMs };
}
