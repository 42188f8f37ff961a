import type { components } from "../../client/paths.d.ts";
import { allById } from "./all-pages.ts";
import { answer } from "./answer.ts";
import { useQuery } from "./query.ts";
import { service } from "./service.ts";

export type Species = components["schemas"]["Species"];

/** Reads all species into a map by id, 100 in a request. Species change rarely, and there are a few hundred at most. */
export function useAllSpecies() {
  return useQuery<ReadonlyMap<number, Species>>({
    queryKey: ["all species"],
    queryFn: ({ signal }) =>
      allById((query) => answer(service.GET("/species", { params: { query }, signal }))),
    staleTime: 5 * 60_000,
  });
}
