import * as z from "zod/mini";
import { type Media, MediaType } from "../../domain/media/media.ts";
import type { Term } from "../../index/list-index.ts";
import { keys } from "../../table/schema.ts";

/** A media item, parsed into the record. */
export const MediaItem = z.pipe(
  z.object({
    id: z.int(),
    type: MediaType,
    size: z.int(),
    stream: z.optional(z.int()),
    startMs: z.optional(z.int()),
    endMs: z.optional(z.int()),
    cut: z.optional(z.string()),
    sha256: z.optional(z.string()),
    createdMs: z.int(),
  }),
  z.transform(
    ({ size, startMs, endMs, ...item }): Media => ({
      id: item.id,
      type: item.type,
      sizeBytes: size,
      stream: item.stream,
      range: startMs === undefined || endMs === undefined ? undefined : { startMs, endMs },
      cut: item.cut,
      sha256: item.sha256,
      createdMs: item.createdMs,
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
