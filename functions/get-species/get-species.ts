import { unknownSpecies } from "../../shared/domain/species/faults.ts";
import type { Species } from "../../shared/domain/species/species.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import { viewSpecies } from "../../shared/views/species/species.ts";
import type { contract } from "./contract.ts";

type Deps = { readonly findSpecies: (id: number) => Promise<Species | undefined> };
type Input = InputOf<typeof contract, "params">;

/** Returns one species. */
export function getSpecies({ findSpecies }: Deps) {
  return async ({ params: { id } }: Input) => {
    const species = await findSpecies(id);
    if (species === undefined) throw unknownSpecies(id);
    return { status: 200, version: species.version, body: viewSpecies(species) } as const;
  };
}
