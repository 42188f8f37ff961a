import type { components } from "../../client/paths.d.ts";
import { answer } from "./answer.ts";
import { useQuery } from "./query.ts";
import { service } from "./service.ts";

export type Species = components["schemas"]["Species"];

const pageSize = 100;

/** Reads all species into a map by id, 100 in a request. Species change rarely, and there are a few hundred at most. */
export function useAllSpecies() {
  return useQuery<ReadonlyMap<number, Species>>({
    queryKey: ["all species"],
    queryFn: ({ signal }) => allSpecies(signal),
    staleTime: 5 * 60_000,
  });
}

async function allSpecies(signal: AbortSignal): Promise<ReadonlyMap<number, Species>> {
  const all = new Map<number, Species>();
  for (let offset = 0; ; offset += pageSize) {
    const query = { limit: pageSize, offset };
    const { results, total } = await answer(service.GET("/species", { params: { query }, signal }));
    for (const species of results) all.set(species.id, species);
    if (offset + pageSize >= total) return all;
  }
}
