import type { PageRequest } from "../../shared/domain/page.ts";
import { type Species, viewSpecies } from "../../shared/domain/species.ts";
import type { SpeciesFilters } from "../../shared/store/species-reader.ts";

type Deps = {
  readonly list: (
    filters: SpeciesFilters,
    page: PageRequest,
  ) => Promise<{ readonly rows: readonly Species[]; readonly total: number }>;
};

/** Answers a page of species. */
export function listSpecies({ list }: Deps) {
  return async ({ query }: { readonly query: PageRequest & SpeciesFilters }) => {
    const { rows, total } = await list(query, query);
    const page = { limit: query.limit, offset: query.offset, total };
    return { status: 200, page, body: { results: rows.map(viewSpecies), ...page } } as const;
  };
}
