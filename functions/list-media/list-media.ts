import { type Media, viewMedia } from "../../shared/domain/media.ts";
import type { PageRequest } from "../../shared/domain/page.ts";
import type { MediaFilters } from "../../shared/store/media-reader.ts";

type Deps = {
  readonly list: (
    filters: MediaFilters,
    page: PageRequest,
  ) => Promise<{ readonly rows: readonly Media[]; readonly total: number }>;
};

/** Answers a page of media records. */
export function listMedia({ list }: Deps) {
  return async ({ query }: { readonly query: PageRequest & MediaFilters }) => {
    const { rows, total } = await list(query, query);
    const page = { limit: query.limit, offset: query.offset, total };
    return { status: 200, page, body: { results: rows.map(viewMedia), ...page } } as const;
  };
}
