import {
  QueryClient,
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

/** The state of a query. The component is drawn again when it changes. */
export function useQuery<T>(options: QueryObserverOptions<T, Error>): QueryObserverResult<T, Error> {
  const [observer] = useState(() => new QueryObserver<T, Error>(queries, options));
  const [, redraw] = useReducer((times: number, _: unknown) => times + 1, 0);
  useEffect(() => observer.subscribe(redraw), [observer]);
  useEffect(() => observer.setOptions(options));
  // The state that belongs to these options: the observer gets them only after this drawing.
  return observer.getOptimisticResult(queries.defaultQueryOptions(options));
}
