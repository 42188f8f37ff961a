import type { Idempotency } from "../domain/idempotency.ts";
import type { Species } from "../domain/species.ts";
import type { TermChange } from "../index/list-index.ts";
import { forbidChildren, countChildren } from "../table/child-guard.ts";
import { type Created, createOnce } from "../table/idempotency.ts";
import { nextId } from "../table/item.ts";
import { keys } from "../table/schema.ts";
import { listedSpeciesTerms, speciesItem } from "./species-item.ts";
import { nameWrites } from "./species-names.ts";
import type { Table } from "../table/table.ts";
import { transact } from "../table/transaction.ts";
import { moveUnique } from "../table/unique.ts";
import { putNew, remove, replace } from "../table/write.ts";

/** Writes species and, in the same transaction, who owns which external taxon and what lists find them by. */
export function speciesWriter(table: Table) {
  return {
    /** Makes a species, once for an idempotency. */
    create(
      species: Omit<Species, "id" | "version">,
      idempotency: Idempotency | undefined,
    ): Promise<Created | "taxon-taken"> {
      return createOnce(table, idempotency, async (remember) => {
        const created: Species = { ...species, id: await nextId(table, "S"), version: 1 };
        const refused = await transact(
          table,
          [
            // Ids are given once: what is there already is this very species, from a try whose answer was lost.
            putNew(speciesItem(created), "already-written"),
            ...moveTaxon(created.id, undefined, created.externalTaxonId),
            ...nameWrites(created.id, undefined, created),
            ...remember(created.id),
          ],
          [termChange(created.id, undefined, created)],
        );
        if (refused.has("already-written")) return created.id;
        if (refused.has("repeated")) return "repeated";
        return refused.size > 0 ? "taxon-taken" : created.id;
      });
    },

    /** Replaces `before`, as it was read, by `after`. */
    async update(before: Species, after: Species): Promise<Species | "changed-meanwhile" | "taxon-taken"> {
      const refused = await transact(
        table,
        [
          replace(speciesItem(after), before.version, "changed-meanwhile"),
          ...moveTaxon(before.id, before.externalTaxonId, after.externalTaxonId),
          ...nameWrites(before.id, before, after),
        ],
        [termChange(before.id, before, after)],
      );
      if (refused.has("changed-meanwhile")) return "changed-meanwhile";
      return refused.size > 0 ? "taxon-taken" : { ...after, version: before.version + 1 };
    },

    /** Deletes the species as it was read, unless an annotation is identified as it: then their number. */
    async delete(species: Species): Promise<"deleted" | "changed-meanwhile" | { children: number }> {
      const key = keys.species(species.id);
      const refused = await transact(
        table,
        [
          remove(key, "ver", species.version, "changed-meanwhile"),
          ...moveTaxon(species.id, species.externalTaxonId, undefined),
          ...nameWrites(species.id, species, undefined),
          ...forbidChildren(key, "has-children"),
        ],
        [termChange(species.id, species, undefined)],
      );
      if (refused.has("changed-meanwhile")) return "changed-meanwhile";
      return refused.size > 0 ? { children: await countChildren(table, key) } : "deleted";
    },
  };
}

export type SpeciesWriter = ReturnType<typeof speciesWriter>;

function moveTaxon(id: number, before: number | undefined, after: number | undefined) {
  return moveUnique("external_taxon_id", id, before, after, "taxon-taken");
}

function termChange(id: number, before: Species | undefined, after: Species | undefined): TermChange {
  return {
    type: "species",
    id,
    before: before ? listedSpeciesTerms(before) : [],
    after: after ? listedSpeciesTerms(after) : [],
  };
}
