import type { Media } from "../../domain/media/media.ts";
import type { PageRequest } from "../../domain/wire/page.ts";
import { allIds, listIds } from "../../index/list-index.ts";
import { getItem } from "../../table/item.ts";
import { oneById, rowsOf } from "../../table/rows.ts";
import { keys } from "../../table/schema.ts";
import type { Table } from "../../table/table.ts";
import { ownerOf } from "../../table/unique.ts";
import { MediaItem } from "./item.ts";

/** One media record, or `undefined`. */
export const mediaById = oneById(keys.media, MediaItem);

/** The media that were cut for an excerpt (see `excerptDigest`), or `undefined`. */
export function mediaByCut(table: Table): (cut: string) => Promise<Media | undefined> {
  return async (cut) => {
    const id = await mediaIdByCut(table)(cut);
    return id === undefined ? undefined : getItem(table, keys.media(id), MediaItem);
  };
}

/** The id of the media that were cut for an excerpt, or `undefined`. */
export function mediaIdByCut(table: Table): (cut: string) => Promise<number | undefined> {
  return (cut) => ownerOf(table, "cut", cut);
}

export type MediaFilters = { readonly videostream?: number | undefined };

/** A page of the media of one stream or of all, by id. */
export function listMedia(table: Table) {
  return async ({ videostream }: MediaFilters, page: PageRequest) => {
    const filters = videostream === undefined ? [] : [[["vs", videostream] as const]];
    const { ids, total } = await listIds(table, "media", filters, page);
    return { rows: await rowsOf(table, ids, keys.media, MediaItem), total };
  };
}

/** The ids of all media of a stream, even of a deleted one. */
export function mediaIdsOf(table: Table): (videostream: number) => Promise<readonly number[]> {
  return (videostream) => allIds(table, "media", [[["vs", videostream]]]);
}
