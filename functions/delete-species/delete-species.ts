import type { IdPath } from "../../shared/domain/id.ts";
import { type Species, unknownSpecies, viewSpecies } from "../../shared/domain/species.ts";
import { requireMatch } from "../../shared/http/etag.ts";
import type { SpeciesWriter } from "../../shared/store/species-writer.ts";
import { deleteUnreferenced } from "../../shared/table/delete-unreferenced.ts";

type Deps = {
  readonly findSpecies: (id: number) => Promise<Species | undefined>;
  readonly species: Pick<SpeciesWriter, "delete">;
};

/** Deletes a species that nobody has identified anything as. */
export function deleteSpecies({ findSpecies, species }: Deps) {
  return async ({
    params: { id },
    ifMatch,
  }: {
    readonly params: IdPath;
    readonly ifMatch: string | undefined;
  }) => {
    const read = async () => {
      const found = await findSpecies(id);
      if (found === undefined) throw unknownSpecies(id);
      requireMatch(ifMatch, viewSpecies(found));
      return found;
    };
    await deleteUnreferenced(`Species ${id}`, read, species.delete);
    return { status: 200 } as const;
  };
}
