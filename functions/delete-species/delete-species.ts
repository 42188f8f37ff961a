import { unknownSpecies } from "../../shared/domain/species/faults.ts";
import type { Species } from "../../shared/domain/species/species.ts";
import { requireMatch } from "../../shared/http/etag.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { SpeciesWriter } from "../../shared/store/species/writer.ts";
import { deleteUnreferenced } from "../../shared/table/delete-unreferenced.ts";
import { viewSpecies } from "../../shared/views/species/species.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findSpecies: (id: number) => Promise<Species | undefined>;
  readonly species: Pick<SpeciesWriter, "delete">;
};
type Input = InputOf<typeof contract, "params" | "ifMatch">;

/** Deletes a species that no annotation is identified as. */
export function deleteSpecies({ findSpecies, species }: Deps) {
  return async ({ params: { id }, ifMatch }: Input) => {
    const read = async () => {
      const found = await findSpecies(id);
      if (found === undefined) throw unknownSpecies(id);
      requireMatch(ifMatch, found.version, viewSpecies(found));
      return found;
    };
    await deleteUnreferenced(`Species ${id}`, read, species.delete);
    return { status: 200 } as const;
  };
}
