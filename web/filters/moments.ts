import type { components } from "../../client/paths.d.ts";
import { answer } from "../api/answer.ts";
import { usePages } from "../api/query.ts";
import { service } from "../api/service.ts";
import { isFull, type Row } from "../labels/label.ts";
import { type Filters, filterQuery } from "./filters.ts";

type Page = { readonly results: readonly Row[]; readonly total: number };
export type Order = "-start_time" | "start_time";

const pageSize = 50;

/** The service reads so many labels of a list by time; the others are found by narrower filters. */
export const maxInOrder = 10_000;

/** One page of labels that filters find after the other. */
export function useMomentPages(filters: Filters, order: Order) {
  return usePages<Page>({
    queryKey: ["moments", filters, order],
    queryFn: ({ pageParam, signal }) => momentPage(filters, order, pageParam, pageSize, signal),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const next = pages.length * pageSize;
      return next < Math.min(total, maxInOrder) ? next : undefined;
    },
    // Who comes back from a label finds the list as it was.
    gcTime: 30 * 60_000,
    staleTime: 60_000,
  });
}

/** A part of the labels that filters find, and how many there are. */
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

/** The most that the service returns at once. */
const largestPage = 100;

/**
 * What filters find, up to 10,000 labels, each once, in parts: with the number of all these, and of all that there are.
 * @throws DOMException `AbortError` when `signal` is aborted
 */
export async function* everyMoment(filters: Filters, order: Order, signal: AbortSignal) {
  const met = new Set<number>();
  for (let offset = 0, all = 1; offset < all; offset += largestPage) {
    const { results, total } = await momentPage(filters, order, offset, largestPage, signal);
    signal.throwIfAborted();
    all = Math.min(total, maxInOrder);
    // A label that was made meanwhile moves the others to a later page.
    const rows = results.filter(({ id }) => !met.has(id));
    for (const { id } of rows) met.add(id);
    yield { rows, all, total };
  }
}

/** Number of labels that filters find. */
export async function countMoments(filters: Filters, signal?: AbortSignal): Promise<number> {
  const query = { ...filterQuery(filters), limit: 1 };
  return (await answer(service.GET("/annotations", { params: { query }, ...(signal && { signal }) }))).total;
}

/** The labels of some pages. One may come twice when others were made meanwhile. */
export function momentsOf(pages: readonly Page[]): readonly Row[] {
  return [...new Map(pages.flatMap(({ results }) => results.map((row) => [row.id, row]))).values()];
}

/** What a picture of a label is asked for by: its box at its start, or the whole picture where it has none. */
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
