import type * as z from "zod/mini";
import { safeParse } from "zod/mini";
import type { Annotation } from "../../shared/domain/annotation/annotation.ts";
import type { Media } from "../../shared/domain/media/media.ts";
import type { User } from "../../shared/domain/person/user.ts";
import type { CaptureSource } from "../../shared/domain/source/capture-source.ts";
import type { Species } from "../../shared/domain/species/species.ts";
import type { VideoStream } from "../../shared/domain/stream/video-stream.ts";
import { AnnotationItem } from "../../shared/store/annotation/item.ts";
import { MediaItem } from "../../shared/store/media/item.ts";
import { UserItem } from "../../shared/store/person/user-item.ts";
import { CaptureSourceItem } from "../../shared/store/source/item.ts";
import { SpeciesItem } from "../../shared/store/species/item.ts";
import { VideoStreamItem } from "../../shared/store/stream/item.ts";
import type { Item } from "../../shared/table/table.ts";

/** Records of a table, each type in the order of ids. */
export type TableRecords = {
  readonly annotations: readonly Annotation[];
  readonly sources: readonly CaptureSource[];
  readonly media: readonly Media[];
  readonly species: readonly Species[];
  readonly streams: readonly VideoStream[];
  readonly users: readonly User[];
};

/** @param items all items of the table. Deleted records are left out */
export function recordsOf(items: readonly Item[]): TableRecords {
  return {
    annotations: ofType(items, "A", AnnotationItem),
    sources: ofType(items, "C", CaptureSourceItem),
    media: ofType(items, "M", MediaItem),
    species: ofType(items, "S", SpeciesItem),
    streams: ofType(items, "V", VideoStreamItem),
    users: ofType(items, "U", UserItem),
  };
}

function ofType<T extends { readonly id: number }>(
  items: readonly Item[],
  sk: string,
  schema: z.core.$ZodType<T>,
): readonly T[] {
  const records = items
    .filter((item) => item["sk"] === sk && item["gone"] === undefined)
    .flatMap((item) => safeParse(schema, item).data ?? []);
  return records.toSorted((a, b) => a.id - b.id);
}
