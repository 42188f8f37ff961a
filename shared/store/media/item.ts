import * as z from "zod/mini";
import { type Media, MediaType } from "../../domain/media/media.ts";
import type { Term } from "../../index/list-index.ts";
import { maybe } from "../../table/maybe.ts";
import { keys } from "../../table/schema.ts";

/** A media item, parsed into the record. */
export const MediaItem = z.pipe(
  z.object({
    id: z.int(),
    type: MediaType,
    size: z.int(),
    stream: maybe(z.int()),
    startMs: maybe(z.int()),
    endMs: maybe(z.int()),
    cut: maybe(z.string()),
    sha256: maybe(z.string()),
    createdMs: z.int(),
  }),
  z.transform(
    ({ size, startMs, endMs, ...item }): Media => ({
      ...item,
      sizeBytes: size,
      range: startMs === undefined || endMs === undefined ? undefined : { startMs, endMs },
    }),
  ),
);

export function mediaItem({ sizeBytes, range, ...media }: Media) {
  return { ...keys.media(media.id), ...media, size: sizeBytes, startMs: range?.startMs, endMs: range?.endMs };
}

/** The terms by which lists find media. */
export function mediaTerms({ stream }: Media): readonly Term[] {
  return [["*"], ...(stream === undefined ? [] : [["vs", stream] as const])];
}
