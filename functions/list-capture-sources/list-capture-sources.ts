import { type CaptureSource, viewCaptureSource } from "../../shared/domain/capture-source.ts";
import type { PageRequest } from "../../shared/domain/page.ts";
import type { CaptureSourceFilters } from "../../shared/store/capture-source-reader.ts";

type Deps = {
  readonly list: (
    filters: CaptureSourceFilters,
    page: PageRequest,
  ) => Promise<{ readonly rows: readonly CaptureSource[]; readonly total: number }>;
};

/** Answers a page of capture sources. */
export function listCaptureSources({ list }: Deps) {
  return async ({ query }: { readonly query: PageRequest & CaptureSourceFilters }) => {
    const { rows, total } = await list(query, query);
    const page = { limit: query.limit, offset: query.offset, total };
    return { status: 200, page, body: { results: rows.map(viewCaptureSource), ...page } } as const;
  };
}
