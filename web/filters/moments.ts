import type { components } from "../../client/paths.d.ts";
import { answer } from "../api/answer.ts";
import { usePages } from "../api/query.ts";
import { service } from "../api/service.ts";
import { isFull, type Row } from "../labels/label.ts";
import { type Filters, filterQuery } from "./filters.ts";

type Page = { readonly results: readonly Row[]; readonly total: number };
export type Order = "-start_time" | "start_time";

const pageSize = 50;

/** Maximum number of labels that the service lists in order of time. Narrower filters find the others. */
export const maxInOrder = 10_000;

/** Reads the labels that match the filters, page by page. */
export function useMomentPages(filters: Filters, order: Order) {
  return usePages<Page>({
    queryKey: ["moments", filters, order],
    queryFn: ({ pageParam, signal }) => momentPage(filters, order, pageParam, pageSize, signal),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const next = pages.length * pageSize;
      return next < Math.min(total, maxInOrder) ? next : undefined;
    },
    // A person who returns from a label finds the list unchanged.
    gcTime: 30 * 60_000,
    staleTime: 60_000,
  });
}

/** Reads a page of the labels that match the filters, and their total number. */
export async function momentPage(
  filters: Filters,
  order: Order,
  offset: number,
  limit: number,
  signal: AbortSignal,
): Promise<Page> {
  const query = { ...filterQuery(filters), order, shape: "full", limit, offset } as const;
  const { results, total } = await answer(service.GET("/annotations", { params: { query }, signal }));
  return { results: results.filter(isFull), total };
}

/** Maximum page size of the service. */
const largestPage = 100;

/**
 * Reads the labels that match the filters, up to 10,000, each once, page by page. Each page comes with the number of
 * labels to read, and with the number of all labels that match.
 * @throws DOMException `AbortError` when `signal` is aborted
 */
export async function* everyMoment(filters: Filters, order: Order, signal: AbortSignal) {
  const met = new Set<number>();
  for (let offset = 0, all = 1; offset < all; offset += largestPage) {
    const { results, total } = await momentPage(filters, order, offset, largestPage, signal);
    signal.throwIfAborted();
    all = Math.min(total, maxInOrder);
    // If a label was made after the last page was read, all other labels move to a later place in the list.
    const rows = results.filter(({ id }) => !met.has(id));
    for (const { id } of rows) met.add(id);
    yield { rows, all, total };
  }
}

/** Counts the labels that match the filters. */
export async function countMoments(filters: Filters, signal?: AbortSignal): Promise<number> {
  const query = { ...filterQuery(filters), limit: 1 };
  return (await answer(service.GET("/annotations", { params: { query }, ...(signal && { signal }) }))).total;
}

/** Returns the labels of some pages. A label can be in two pages if other labels were made in between. */
export function momentsOf(pages: readonly Page[]): readonly Row[] {
  return [...new Map(pages.flatMap(({ results }) => results.map((row) => [row.id, row]))).values()];
}

/** Returns the request for the picture of a label: its box at its start, or the whole picture if it has no box. */
export function stillOf(row: Row, width: 320 | 960 = 320): components["schemas"]["WantedStill"] {
  const [first] = row.keypoints;
  const hasBox = first !== undefined || row.bounding_box !== null;
  return {
    videostream: row.videostream.id,
    time: first?.time ?? row.start,
    width,
    ...(hasBox && { crop: `label:${row.id}` }),
  };
}
