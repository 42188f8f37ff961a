import {
  type DefaultError,
  type InfiniteData,
  InfiniteQueryObserver,
  type InfiniteQueryObserverOptions,
  type InfiniteQueryObserverResult,
  QueryClient,
  type QueryFilters,
  QueryObserver,
  type QueryObserverOptions,
  type QueryObserverResult,
} from "@tanstack/query-core";
import { useEffect, useReducer, useState } from "preact/hooks";

/** What the page has fetched. It ends with the page: nothing is stored. */
export const queries = new QueryClient({
  defaultOptions: {
    // `service` repeats requests itself, for as long as the service says.
    queries: { retry: false, staleTime: 15_000, networkMode: "always" },
  },
});

/** Fetches again what a request has changed. */
export async function fetchAgain(filters: QueryFilters): Promise<void> {
  // A first fetch that is on its way may have been answered before the change, and is not cancelled.
  const isFirst = queries
    .getQueryCache()
    .findAll(filters)
    .some(({ state }) => state.data === undefined && state.fetchStatus === "fetching");
  await queries.invalidateQueries(filters);
  if (isFirst) await queries.invalidateQueries(filters);
}

/** The state of a query. The component is drawn again when it changes. */
export function useQuery<T>(options: QueryObserverOptions<T>): QueryObserverResult<T> {
  const [observer] = useState(() => new QueryObserver<T>(queries, options));
  useRedrawing(observer);
  useEffect(() => observer.setOptions(options));
  // The state that belongs to these options: the observer gets them only after this drawing.
  return observer.getOptimisticResult(queries.defaultQueryOptions(options));
}

type PagesOptions<T> = InfiniteQueryObserverOptions<
  T,
  DefaultError,
  InfiniteData<T, number>,
  readonly unknown[],
  number
>;

/**
 * The state of a query that gets one page after the other. Its options stay those of the first drawing: a component of
 * other options needs another `key`.
 */
export function usePages<T>(options: PagesOptions<T>): InfiniteQueryObserverResult<InfiniteData<T, number>> {
  const [observer] = useState(() => new InfiniteQueryObserver(queries, options));
  useRedrawing(observer);
  return observer.getCurrentResult();
}

function useRedrawing(observer: { subscribe(listener: () => void): () => void }): void {
  const [, redraw] = useReducer<number, void>((times) => times + 1, 0);
  useEffect(() => observer.subscribe(() => redraw()), [observer]);
}
