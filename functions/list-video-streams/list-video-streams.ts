import type { Copy } from "../../shared/domain/copy/copy.ts";
import { checkTimespan, type VideoStream } from "../../shared/domain/stream/video-stream.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import { pageResponse, type ReadPage } from "../../shared/serve/list-records.ts";
import type { VideoStreamFilters } from "../../shared/store/stream/reader.ts";
import { viewVideoStream } from "../../shared/views/stream/video-stream.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly list: ReadPage<VideoStreamFilters, VideoStream>;
  /** Finds the copies of streams, by the streams' ids. */
  readonly copiesOf: (streams: readonly number[]) => Promise<ReadonlyMap<number, Copy>>;
};
type Input = InputOf<typeof contract, "query">;

/** Returns a page of the streams that overlap a timespan, sorted by start in either direction. */
export function listVideoStreams({ list, copiesOf }: Deps) {
  return async ({ query }: Input) => {
    const timespan = { startMs: query["timespan[start]"], endMs: query["timespan[end]"] };
    checkTimespan(timespan);
    const reverse = query.order === "-startTime";
    const { rows, total } = await list({ timespan, capturesource: query.capturesource, reverse }, query);
    const copies = query.shape && (await copiesOf(rows.map(({ id }) => id)));
    const results = rows.map((row) => viewVideoStream(row, query.shape, copies?.get(row.id)));
    return pageResponse(query, total, results);
  };
}
