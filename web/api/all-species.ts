import type { components } from "../../client/paths.d.ts";
import { allById } from "./all-pages.ts";
import { answer } from "./answer.ts";
import { queries, useQuery } from "./query.ts";
import { service } from "./service.ts";

export type Species = components["schemas"]["Species"];

const options = {
  queryKey: ["all species"],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    allById((query) => answer(service.GET("/species", { params: { query }, signal }))),
  staleTime: 5 * 60_000,
};

/** Reads all species into a map by id, 100 in a request. Species change rarely, and there are a few hundred at most. */
export function useAllSpecies() {
  return useQuery<ReadonlyMap<number, Species>>(options);
}

/** Reads all species, and keeps them until the page is closed, so that they can be chosen without a network. */
export function keepAllSpecies(): void {
  void queries.prefetchQuery({ ...options, gcTime: Number.POSITIVE_INFINITY });
}

/** Returns the species that `keepAllSpecies` has read, by id. */
export function keptSpecies(): readonly Species[] {
  return [...(queries.getQueryData<ReadonlyMap<number, Species>>(options.queryKey)?.values() ?? [])];
}
