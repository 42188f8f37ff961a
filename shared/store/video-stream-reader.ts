import type { PageRequest } from "../domain/page.ts";
import type { Timespan, VideoStream } from "../domain/video-stream.ts";
import { listOverlapping } from "../index/list-index.ts";
import { getItem } from "./item.ts";
import { rowsOf } from "./rows.ts";
import { keys } from "./schema.ts";
import type { Table } from "./table.ts";
import { VideoStreamItem } from "./video-stream-item.ts";

/** One stream, or `undefined`. */
export function videoStreamById(table: Table): (id: number) => Promise<VideoStream | undefined> {
  return (id) => getItem(table, keys.videoStream(id), VideoStreamItem);
}

export type VideoStreamFilters = { readonly timespan: Timespan; readonly capturesource?: number | undefined };

/** A page of the streams that overlap the timespan, of one source or of all, by start, then id. */
export function listVideoStreams(table: Table) {
  return async ({ timespan, capturesource }: VideoStreamFilters, page: PageRequest) => {
    const { ids, total } = await listOverlapping(table, { source: capturesource }, timespan, page);
    return { rows: await rowsOf(table, ids, keys.videoStream, VideoStreamItem), total };
  };
}
