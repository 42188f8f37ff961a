import { scientificNameTaken, taxonTaken } from "../../shared/domain/species/faults.ts";
import type { Species } from "../../shared/domain/species/species.ts";
import { Fault } from "../../shared/domain/wire/fault.ts";
import { createdHeaders } from "../../shared/http/created-headers.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { SpeciesWriter } from "../../shared/store/species/writer.ts";
import { viewSpecies } from "../../shared/views/species/species.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly findSpecies: (id: number) => Promise<Species | undefined>;
  readonly ownerOfName: (scientificName: string) => Promise<number | undefined>;
  readonly species: Pick<SpeciesWriter, "create">;
};
type Input = InputOf<typeof contract, "body" | "idempotency">;

/** Adds a species. */
export function createSpecies({ findSpecies, ownerOfName, species }: Deps) {
  return async ({ body, idempotency }: Input) => {
    const created = await species.create(
      {
        commonName: body.common_name,
        scientificName: body.scientific_name,
        images: body.images,
        externalTaxonId: body.external_taxon_id,
        kind: body.kind,
        sensitivity: body.sensitivity,
        lineage: body.lineage,
        camtrapDp: body.camtrap_dp,
      },
      idempotency,
    );
    if (created === "taxon-taken") throw taxonTaken(body.external_taxon_id);
    if (created === "name-taken") throw scientificNameTaken(await ownerOfName(body.scientific_name));
    const found = await findSpecies(created.id);
    if (found === undefined)
      throw new Fault("conflict", "The species that this request created has been deleted.");
    return {
      status: 201,
      headers: createdHeaders(`/api/v1/species/${created.id}`, created),
      body: viewSpecies(found),
    } as const;
  };
}
