import { isBlank, type Species, scientificNameKey } from "../../domain/species/species.ts";
import type { PendingIdempotency } from "../../domain/wire/idempotency.ts";
import { indexWrites, termChanges } from "../../index/list-index.ts";
import { changeBasisWithoutChildren, countChildren, forbidChildren } from "../../table/child-guard.ts";
import type { Created } from "../../table/idempotency.ts";
import { nextId } from "../../table/item.ts";
import { keys, shortName } from "../../table/schema.ts";
import type { Table } from "../../table/table.ts";
import { readAhead, transact } from "../../table/transaction.ts";
import { claimUnique, moveUnique, ownerOf } from "../../table/unique.ts";
import { createRecord } from "../create-record.ts";
import { currentActor, madeNow } from "../history/actor-item.ts";
import { recordChange } from "../history/record-change.ts";
import { listedSpeciesTerms, speciesItem } from "./item.ts";
import { nameWrites } from "./names.ts";

/** The refusals if a unique value belongs to another species. */
type Taken = "taxon-taken" | "name-taken";

type NewRecord = Omit<Species, "id" | "made" | "version">;

const scientific = "scientific_name";

const changeOf = termChanges("species", listedSpeciesTerms);

/** Writes species and, in the same transaction, their index entries and the owner of each external taxon. */
export function speciesWriter(table: Table) {
  return {
    /** Creates a species, once for an idempotent request. */
    create(species: NewRecord, idempotency: PendingIdempotency): Promise<Created | Taken> {
      return createRecord(table, idempotency, async () => {
        const [id, made] = await Promise.all([nextId(table, "S"), madeNow()]);
        return speciesCreation({ ...species, id, made, version: 1 });
      });
    },

    /**
     * Replaces a species as it was read. If annotations identified as it prevent a change of its kind, returns their
     * number.
     */
    async update(
      before: Species,
      after: Species,
    ): Promise<Species | "changed-meanwhile" | Taken | { children: number }> {
      const key = keys.species(before.id);
      const derived = readAhead(table, indexWrites([changeOf(before, after)]));
      const refused = await transact(
        table,
        [
          ...recordChange(speciesItem(before), speciesItem(after), await currentActor()),
          ...moveTaxon(before, after.externalTaxonId),
          ...moveUnique(scientific, before.id, claimOf(before), claimOf(after), "name-taken"),
          ...nameWrites(before.id, before, after),
          ...(isBlank(before) === isBlank(after)
            ? []
            : changeBasisWithoutChildren(key, Number(isBlank(after)), "has-children")),
        ],
        derived,
      );
      if (refused.has("changed-meanwhile")) return "changed-meanwhile";
      if (refused.has("has-children")) return { children: await countChildren(table, key) };
      if (refused.has("name-taken")) return "name-taken";
      return refused.size > 0 ? "taxon-taken" : { ...after, version: before.version + 1 };
    },

    /** Deletes a species as it was read. If annotations are identified as it, returns their number instead. */
    async delete(species: Species): Promise<"deleted" | "changed-meanwhile" | { children: number }> {
      const key = keys.species(species.id);
      const derived = readAhead(table, indexWrites([changeOf(species, undefined)]));
      const refused = await transact(
        table,
        [
          ...recordChange(speciesItem(species), undefined, await currentActor()),
          ...moveTaxon(species, undefined),
          ...moveUnique(scientific, species.id, claimOf(species), undefined, "changed-meanwhile"),
          ...nameWrites(species.id, species, undefined),
          ...forbidChildren(key, "has-children"),
        ],
        derived,
      );
      if (refused.has("changed-meanwhile")) return "changed-meanwhile";
      return refused.size > 0 ? { children: await countChildren(table, key) } : "deleted";
    },
  };
}

export type SpeciesWriter = ReturnType<typeof speciesWriter>;

/** The writes that create a species. */
export function speciesCreation(created: Species) {
  const { id, externalTaxonId } = created;
  return {
    id,
    item: speciesItem(created),
    writes: [
      ...claimUnique("external_taxon_id", id, externalTaxonId, "taxon-taken" as const),
      ...claimUnique(scientific, id, claimOf(created), "name-taken" as const),
      ...nameWrites(id, undefined, created),
    ],
    change: changeOf(undefined, created),
  };
}

function moveTaxon({ id, externalTaxonId }: Species, after: number | undefined) {
  return moveUnique("external_taxon_id", id, externalTaxonId, after, "taxon-taken");
}

/** The unique value that a species claims, so that no other species has its scientific name. */
function claimOf(species: Species): string {
  return shortName(scientificNameKey(species));
}

/** Id of the species with a scientific name. Case and accents are ignored. */
export function ownerOfScientificName(table: Table): (scientificName: string) => Promise<number | undefined> {
  return (scientificName) => ownerOf(table, scientific, shortName(scientificNameKey({ scientificName })));
}
