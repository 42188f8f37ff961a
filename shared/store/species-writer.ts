import type { PendingIdempotency } from "../domain/idempotency.ts";
import type { Species } from "../domain/species.ts";
import { indexWrites, termChanges } from "../index/list-index.ts";
import { countChildren, forbidChildren } from "../table/child-guard.ts";
import type { Created } from "../table/idempotency.ts";
import { nextId } from "../table/item.ts";
import { keys } from "../table/schema.ts";
import type { Table } from "../table/table.ts";
import { transact } from "../table/transaction.ts";
import { claimUnique, moveUnique } from "../table/unique.ts";
import { remove, replace } from "../table/write.ts";
import { createRecord } from "./create-record.ts";
import { listedSpeciesTerms, speciesItem } from "./species-item.ts";
import { nameWrites } from "./species-names.ts";

const changeOf = termChanges("species", listedSpeciesTerms);

/** Writes species and, in the same transaction, their index entries and the owner of each external taxon. */
export function speciesWriter(table: Table) {
  return {
    /** Creates a species, once for an idempotent request. */
    create(
      species: Omit<Species, "id" | "version">,
      idempotency: PendingIdempotency,
    ): Promise<Created | "taxon-taken"> {
      return createRecord(table, idempotency, async () => {
        const created: Species = { ...species, id: await nextId(table, "S"), version: 1 };
        return {
          id: created.id,
          item: speciesItem(created),
          writes: [
            ...claimUnique("external_taxon_id", created.id, created.externalTaxonId, "taxon-taken"),
            ...nameWrites(created.id, undefined, created),
          ],
          change: changeOf(undefined, created),
        };
      });
    },

    /** Replaces a species as it was read. */
    async update(before: Species, after: Species): Promise<Species | "changed-meanwhile" | "taxon-taken"> {
      const refused = await transact(
        table,
        [
          replace(speciesItem(after), before.version, "changed-meanwhile"),
          ...moveTaxon(before, after.externalTaxonId),
          ...nameWrites(before.id, before, after),
        ],
        indexWrites([changeOf(before, after)]),
      );
      if (refused.has("changed-meanwhile")) return "changed-meanwhile";
      return refused.size > 0 ? "taxon-taken" : { ...after, version: before.version + 1 };
    },

    /** Deletes a species as it was read. Returns the number of annotations identified as it while there are any. */
    async delete(species: Species): Promise<"deleted" | "changed-meanwhile" | { children: number }> {
      const key = keys.species(species.id);
      const refused = await transact(
        table,
        [
          remove(key, "ver", species.version, "changed-meanwhile"),
          ...moveTaxon(species, undefined),
          ...nameWrites(species.id, species, undefined),
          ...forbidChildren(key, "has-children"),
        ],
        indexWrites([changeOf(species, undefined)]),
      );
      if (refused.has("changed-meanwhile")) return "changed-meanwhile";
      return refused.size > 0 ? { children: await countChildren(table, key) } : "deleted";
    },
  };
}

export type SpeciesWriter = ReturnType<typeof speciesWriter>;

function moveTaxon({ id, externalTaxonId }: Species, after: number | undefined) {
  return moveUnique("external_taxon_id", id, externalTaxonId, after, "taxon-taken");
}
