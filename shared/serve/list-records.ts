import type { PageRequest } from "../domain/wire/page.ts";

/** Reads a page of the records that match the filters, and the total number of such records. */
export type ReadPage<Filters, Row> = (
  filters: Filters,
  page: PageRequest,
) => Promise<{ readonly rows: readonly Row[]; readonly total: number }>;

/** The logic of a list endpoint whose query is the filters and the page. */
export function listRecords<Filters, Row, View>(list: ReadPage<Filters, Row>, view: (row: Row) => View) {
  return async ({ query }: { readonly query: Filters & PageRequest }) => {
    const { rows, total } = await list(query, query);
    return pageResponse(query, total, rows.map(view));
  };
}

/** The response of a list endpoint. */
export function pageResponse<View>({ limit, offset }: PageRequest, total: number, results: View[]) {
  const page = { limit, offset, total };
  return { status: 200, page, body: { results, ...page } } as const;
}
