import type { Timespan } from "../../domain/stream/video-stream.ts";
import type { PageRequest } from "../../domain/wire/page.ts";
import { listOverlapping, liveEntries } from "../../index/list-index.ts";
import { manyById, oneById, rowsOf } from "../../table/rows.ts";
import { keys } from "../../table/schema.ts";
import type { Table } from "../../table/table.ts";
import { VideoStreamItem } from "./item.ts";

/** One stream, or `undefined`. */
export const videoStreamById = oneById(keys.videoStream, VideoStreamItem);

/** Streams by id. */
export const videoStreamsById = manyById(keys.videoStream, VideoStreamItem);

export type VideoStreamFilters = {
  readonly timespan: Timespan;
  readonly capturesource?: number | undefined;
  /** True for the latest start first. */
  readonly reverse?: boolean;
};

/** A page of the streams that overlap the timespan, of one source or of all, by start, then id, or in reverse. */
export function listVideoStreams(table: Table) {
  return async ({ timespan, capturesource, reverse = false }: VideoStreamFilters, page: PageRequest) => {
    const { ids, total } = await listOverlapping(table, { source: capturesource }, timespan, page, {
      reverse,
    });
    return { rows: await rowsOf(table, ids, keys.videoStream, VideoStreamItem), total };
  };
}

/**
 * The ids of the live streams that started at `untilMs` or before, by start. They come from a secondary
 * index, which DynamoDB updates a moment after a write, so read each stream to know whether it is still live.
 */
export async function* liveStreamIds(table: Table, untilMs: number): AsyncGenerator<number> {
  for await (const { id } of liveEntries(table, untilMs)) yield id;
}
