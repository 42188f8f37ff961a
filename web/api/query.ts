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

/** Cache of everything that the page has fetched, only in memory. */
export const queries = new QueryClient({
  defaultOptions: {
    // `service` itself repeats requests, after the pauses that the service asks for.
    queries: { retry: false, staleTime: 15_000, networkMode: "always" },
  },
});

/** Fetches data again that a request has changed. */
export async function fetchAgain(filters: QueryFilters): Promise<void> {
  // The response to a first fetch may be older than the change, and it is not cancelled.
  const isFirst = queries
    .getQueryCache()
    .findAll(filters)
    .some(({ state }) => state.data === undefined && state.fetchStatus === "fetching");
  await queries.invalidateQueries(filters);
  if (isFirst) await queries.invalidateQueries(filters);
}

/** Fetches data again at once, even if a request for them is waiting for the network. */
export async function fetchAtOnce(filters: QueryFilters): Promise<void> {
  await queries.cancelQueries(filters);
  await queries.refetchQueries(filters);
}

/** Returns the state of a query. The component is drawn again when the state changes. */
export function useQuery<T>(options: QueryObserverOptions<T>): QueryObserverResult<T> {
  const [observer] = useState(() => new QueryObserver<T>(queries, options));
  useRedrawing(observer);
  useEffect(() => observer.setOptions(options));
  // Returns the state for the new options. The observer gets the options only after this drawing.
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
 * Returns the state of a query that fetches one page after the other. It keeps the options of the first drawing: for
 * other options, a component needs another `key`.
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
