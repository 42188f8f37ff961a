import * as z from "zod/mini";
import { annotationTerms } from "../domain/annotation/annotation.ts";
import { jobTerms } from "../domain/job/job.ts";
import type { ListedType, Term } from "../index/list-index.ts";
import { keys } from "../table/schema.ts";
import { existing, type Key } from "../table/table.ts";
import { AnnotationItem } from "./annotation/item.ts";
import { ExportItem } from "./job/export-item.ts";
import { ImportItem } from "./job/import-item.ts";
import { MediaItem, mediaTerms } from "./media/item.ts";
import { UserItem, userTerms } from "./person/user-item.ts";
import { CaptureSourceItem, listedSourceTerms } from "./source/item.ts";
import { listedSpeciesTerms, SpeciesItem } from "./species/item.ts";
import { VideoStreamItem, videoStreamTerms } from "./stream/item.ts";

/**
 * Every type of record that has lists: the keys of its records, the schema of its items, and the terms by which lists
 * find them. `verifyIndex` checks the index against this list, and `reindex` repairs it.
 */
export const listedTypes: readonly ListedType[] = [
  listedType("annotation", keys.annotation, AnnotationItem, annotationTerms),
  listedType("capturesource", keys.captureSource, CaptureSourceItem, listedSourceTerms),
  listedType("export", keys.export, ExportItem, jobTerms),
  listedType("import", keys.import, ImportItem, jobTerms),
  listedType("media", keys.media, MediaItem, mediaTerms),
  listedType("species", keys.species, SpeciesItem, listedSpeciesTerms),
  listedType("user", keys.user, UserItem, userTerms),
  listedType("videostream", keys.videoStream, VideoStreamItem, videoStreamTerms),
];

/** @param terms the function that the type's writer uses for its index entries */
function listedType<T extends { readonly id: number }>(
  type: ListedType["type"],
  keyOf: (id: number) => Key,
  schema: z.core.$ZodType<T>,
  terms: (record: T) => readonly Term[],
): ListedType {
  const { sk } = keyOf(0);
  return {
    type,
    keyOf,
    read(item) {
      if (item["sk"] !== sk || existing(item) === undefined) return undefined;
      const record = z.safeParse(schema, item);
      if (record.success && item["pk"] === keyOf(record.data.id).pk) {
        return { id: record.data.id, terms: terms(record.data) };
      }
      throw new Error(
        `The item ${item["pk"]} is not a record of the type ${type} that this version can read.`,
      );
    },
  };
}
