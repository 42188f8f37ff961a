import type { PageRequest } from "../../shared/domain/page.ts";
import { checkTimespan, type VideoStream, viewVideoStream } from "../../shared/domain/video-stream.ts";
import type { VideoStreamFilters } from "../../shared/store/video-stream-reader.ts";

type Deps = {
  readonly list: (
    filters: VideoStreamFilters,
    page: PageRequest,
  ) => Promise<{ readonly rows: readonly VideoStream[]; readonly total: number }>;
};

type Query = PageRequest & {
  readonly "timespan[start]"?: number | undefined;
  readonly "timespan[end]"?: number | undefined;
  readonly capturesource?: number | undefined;
};

/** Answers a page of the streams that overlap a timespan; an end that is left out is open. */
export function listVideoStreams({ list }: Deps) {
  return async ({ query }: { readonly query: Query }) => {
    const timespan = { startMs: query["timespan[start]"], endMs: query["timespan[end]"] };
    checkTimespan(timespan);
    const { rows, total } = await list({ timespan, capturesource: query.capturesource }, query);
    const page = { limit: query.limit, offset: query.offset, total };
    return { status: 200, page, body: { results: rows.map(viewVideoStream), ...page } } as const;
  };
}
