import type { IdPath } from "../../shared/domain/id.ts";
import { type Species, unknownSpecies, viewSpecies } from "../../shared/domain/species.ts";

type Deps = { readonly findSpecies: (id: number) => Promise<Species | undefined> };

/** Answers one species. */
export function getSpecies({ findSpecies }: Deps) {
  return async ({ params: { id } }: { readonly params: IdPath }) => {
    const species = await findSpecies(id);
    if (species === undefined) throw unknownSpecies(id);
    return { status: 200, body: viewSpecies(species) } as const;
  };
}
