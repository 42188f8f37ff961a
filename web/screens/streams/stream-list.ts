import type { components } from "../../../client/paths.d.ts";
import { answer } from "../../api/answer.ts";
import type { CaptureSource } from "../../api/capture-sources.ts";
import { usePages } from "../../api/query.ts";
import { service } from "../../api/service.ts";
import { localDay } from "../../parts/local-time.ts";
import { type Filters, isWithin, streamQuery } from "./filters.ts";

type VideoStream = components["schemas"]["VideoStream"];
type Page = { readonly results: readonly VideoStream[]; readonly total: number };

/** A video stream as a row of the list. */
export type StreamRow = {
  readonly id: number;
  readonly camera: CaptureSource | undefined;
  readonly cameraId: number;
  readonly startMs: number;
  /** `undefined` while it is live. */
  readonly endMs: number | undefined;
  /** The day of its start, by the camera's clock. */
  readonly day: string;
};

const pageSize = 50;

/** Reads the streams page by page, the newest first. */
export function useStreamPages(filters: Filters) {
  return usePages<Page>({
    queryKey: ["streams", filters],
    queryFn: ({ pageParam, signal }) =>
      answer(
        service.GET("/videostreams", {
          params: {
            query: { ...streamQuery(filters), order: "-startTime", limit: pageSize, offset: pageParam },
          },
          signal,
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) =>
      pages.length * pageSize < total ? pages.length * pageSize : undefined,
  });
}

/** Returns the number of streams that match the filters. */
export async function countStreams(filters: Filters, signal: AbortSignal): Promise<number> {
  const query = { ...streamQuery(filters), limit: 1 };
  return (await answer(service.GET("/videostreams", { params: { query }, signal }))).total;
}

/** Groups the streams of some pages by the day of their start, by the camera's clock. */
export function rowsByDay(
  pages: readonly Page[],
  cameras: ReadonlyMap<number, CaptureSource>,
  filters: Filters,
): ReadonlyMap<string, readonly StreamRow[]> {
  // A new stream moves the others to a later position, so a stream can be in two pages.
  const streams = new Map(pages.flatMap(({ results }) => results.map((stream) => [stream.id, stream])));
  const rows = [...streams.values()].flatMap((stream) => {
    const row = rowOf(stream, cameras.get(stream.capturesource));
    return isWithin(filters, row, row.camera?.time_zone) ? [row] : [];
  });
  return Map.groupBy(rows, ({ day }) => day);
}

function rowOf(stream: VideoStream, camera: CaptureSource | undefined): StreamRow {
  const startMs = Date.parse(stream.startTime);
  return {
    id: stream.id,
    camera,
    cameraId: stream.capturesource,
    startMs,
    endMs: stream.endTime === null ? undefined : Date.parse(stream.endTime),
    day: localDay(startMs, camera?.time_zone),
  };
}
