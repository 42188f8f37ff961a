import type { components } from "../../../client/paths.d.ts";
import { answer } from "../../api/answer.ts";
import type { CaptureSource } from "../../api/capture-sources.ts";
import { labelCounts } from "../../api/label-counts.ts";
import { usePages } from "../../api/query.ts";
import { service } from "../../api/service.ts";
import { localDay } from "../../parts/local-time.ts";
import { type Filters, isWithin, streamQuery } from "./filters.ts";

type VideoStream = components["schemas"]["VideoStreamInFullShape"];
type Page = {
  readonly results: readonly VideoStream[];
  readonly total: number;
  /** Ids of the streams to leave out, because they have labels. */
  readonly labelled: ReadonlySet<number>;
};

/** A video stream as a row of the list. */
export type StreamRow = {
  readonly id: number;
  readonly camera: CaptureSource | undefined;
  readonly cameraId: number;
  /** The sender's name for the file; `undefined` if the service has none. */
  readonly filename: string | undefined;
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
    queryFn: ({ pageParam, signal }) => readPage(filters, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) =>
      pages.length * pageSize < total ? pages.length * pageSize : undefined,
  });
}

async function readPage(filters: Filters, offset: number, signal: AbortSignal): Promise<Page> {
  const paging = { order: "-startTime", limit: pageSize, offset, shape: "full" } as const;
  const params = { query: { ...streamQuery(filters), ...paging } };
  const { results, total } = await answer(service.GET("/videostreams", { params, signal }));
  const streams = results.filter(isFull);
  return { results: streams, total, labelled: await labelledOf(filters.unlabelled ? streams : []) };
}

async function labelledOf(streams: readonly VideoStream[]): Promise<ReadonlySet<number>> {
  if (streams.length === 0) return new Set();
  const counts = await labelCounts(streams.map(({ id }) => id));
  return new Set(streams.flatMap(({ id }, i) => (counts[i]?.all === 0 ? [] : [id])));
}

function isFull(stream: object): stream is VideoStream {
  return "filename" in stream;
}

/** Returns the number of streams that match the filters, with and without labels. */
export async function countStreams(filters: Filters, signal: AbortSignal): Promise<number> {
  const query = { ...streamQuery(filters), limit: 1 };
  return (await answer(service.GET("/videostreams", { params: { query }, signal }))).total;
}

/** Returns the streams of some pages that match the filters, and the number of streams among which they were found. */
export function rowsIn(
  pages: readonly Page[],
  cameras: ReadonlyMap<number, CaptureSource>,
  filters: Filters,
): { readonly rows: readonly StreamRow[]; readonly looked: number } {
  // A new stream moves the others to a later position, so a stream can be in two pages.
  const streams = new Map(pages.flatMap(({ results }) => results.map((stream) => [stream.id, stream])));
  const rows = [...streams.values()].flatMap((stream) => {
    const row = rowOf(stream, cameras.get(stream.capturesource));
    return isWithin(filters, row, row.camera?.time_zone) ? [row] : [];
  });
  const labelled = new Set(pages.flatMap((page) => [...page.labelled]));
  return { rows: rows.filter(({ id }) => !labelled.has(id)), looked: rows.length };
}

function rowOf(stream: VideoStream, camera: CaptureSource | undefined): StreamRow {
  const startMs = Date.parse(stream.startTime);
  return {
    id: stream.id,
    camera,
    cameraId: stream.capturesource,
    filename: stream.filename ?? stream.camtrap_dp?.fileName,
    startMs,
    endMs: stream.endTime === null ? undefined : Date.parse(stream.endTime),
    day: localDay(startMs, camera?.time_zone),
  };
}
