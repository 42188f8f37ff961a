import { scientificNameTaken, stillIdentified, taxonTaken } from "../../shared/domain/species/faults.ts";
import { patchSpecies, type Species } from "../../shared/domain/species/species.ts";
import { existing } from "../../shared/domain/wire/fault.ts";
import { requireMatch } from "../../shared/http/etag.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { SpeciesWriter } from "../../shared/store/species/writer.ts";
import { retryChanged } from "../../shared/table/retry-changed.ts";
import { viewSpecies } from "../../shared/views/species/species.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findSpecies: (id: number) => Promise<Species | undefined>;
  readonly ownerOfName: (scientificName: string) => Promise<number | undefined>;
  readonly species: Pick<SpeciesWriter, "update">;
};
type Input = InputOf<typeof contract, "params" | "body" | "ifMatch">;

/** Changes the fields that the patch includes. */
export function updateSpecies({ findSpecies, ownerOfName, species }: Deps) {
  return async ({ params: { id }, body, ifMatch }: Input) => {
    const updated = await retryChanged(async () => {
      const found = existing("species", id, await findSpecies(id));
      requireMatch(ifMatch, found.version, viewSpecies(found));
      return species.update(found, patchSpecies(found, body));
    });
    if (updated === "taxon-taken") throw taxonTaken(body.external_taxon_id);
    if (updated === "name-taken") throw scientificNameTaken(await ownerOfName(body.scientific_name ?? ""));
    if ("children" in updated) throw stillIdentified(updated.children);
    return { status: 200, body: viewSpecies(updated) } as const;
  };
}
