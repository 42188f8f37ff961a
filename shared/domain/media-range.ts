import * as z from "zod/mini";
import { MediaOffset } from "./media-offset.ts";
import type { VideoStream } from "./video-stream.ts";

/** A part of a stream's video, in milliseconds from its start; of a still both are equal. */
export type MediaRange = { readonly startMs: number; readonly endMs: number };

const form = "Must be <HH:MM:SS.mmm>-<HH:MM:SS.mmm> from the start of the stream, e.g. 00:01:30.500-00:01:40";

/** A range as it stands in a query; the fractions may be left out. */
export const MediaRangeText = z.pipe(
  z.string().check(
    z.refine((text) => parse(text) !== undefined, { error: form, abort: true }),
    z.refine((text) => isInOrder(parse(text)), { error: "Must not end before it starts" }),
    z.meta({
      description: "From when to when in the stream's video; a still where both are equal.",
      examples: ["00:01:30.500-00:01:40"],
    }),
  ),
  z.transform((text): MediaRange => parse(text) ?? { startMs: Number.NaN, endMs: Number.NaN }),
);

/** Whether a stream has this part; one that is live may have any. */
export function isInStream({ startMs, endMs }: VideoStream, range: MediaRange): boolean {
  return endMs === undefined || range.endMs <= endMs - startMs;
}

function parse(text: string): MediaRange | undefined {
  const [start, end, ...more] = text.split("-").map((part) => z.safeParse(MediaOffset, part).data);
  if (start === undefined || end === undefined || more.length > 0) return undefined;
  return { startMs: start, endMs: end };
}

function isInOrder(range: MediaRange | undefined): boolean {
  return range !== undefined && range.startMs <= range.endMs;
}
