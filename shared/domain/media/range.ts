import * as z from "zod/mini";
import type { VideoStream } from "../stream/video-stream.ts";
import { MediaOffset, offsetPattern } from "../time/media-offset.ts";
import { mustBe } from "../wire/must-be.ts";

/** A part of a stream's video, in milliseconds from its start. For a still, both times are equal. */
export type MediaRange = { readonly startMs: number; readonly endMs: number };

const form = "`<start>-<end>`, each `HH:MM:SS` or `HH:MM:SS.mmm` from the start of the video";

const offset = offsetPattern.source.slice(1, -1);

/** A range in a query. The fractions of seconds are optional. */
export const MediaRangeText = z.pipe(
  z.string({ error: mustBe(form) }).check(
    z.refine((text) => parse(text) !== undefined, { abort: true }),
    z.refine((text) => isInOrder(parse(text)), { error: "must not end before it starts." }),
    z.meta({
      description:
        "Part of the stream's video: `<start>-<end>`, each HH:MM:SS or HH:MM:SS.mmm from its start. A clip has at most 60 seconds. A still is the picture at the start.",
      pattern: `^${offset}-${offset}$`,
      examples: ["00:00:05-00:00:05"],
    }),
  ),
  z.transform((text): MediaRange => parse(text) ?? { startMs: Number.NaN, endMs: Number.NaN }),
);

/** Returns true if a range is within a stream. Every range is within a live stream. */
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
