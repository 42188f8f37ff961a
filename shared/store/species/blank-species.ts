import type { Species } from "../../domain/species/species.ts";
import { listIds, type TermChange } from "../../index/list-index.ts";
import { logger } from "../../runtime/log.ts";
import { nextId } from "../../table/item.ts";
import type { Table, Write } from "../../table/table.ts";
import { creationWrites } from "../create-record.ts";
import { ownerOfScientificName, speciesCreation, speciesWriter } from "./writer.ts";

/** The species of a vote that says: nothing is there. `blank` is the word of Camtrap DP and of detectors for it. */
const blank: Omit<Species, "id" | "ownsName" | "version"> = {
  commonName: "Nothing there",
  scientificName: "blank",
  images: [],
  externalTaxonId: undefined,
  kind: "blank",
  sensitivity: undefined,
  lineage: undefined,
};

/**
 * What makes the blank species of a new table, in the transaction that makes its first admin.
 * @param refusal the refusal of every write
 */
export async function blankOfNewTable<R extends string>(
  table: Table,
  refusal: R,
): Promise<{ readonly writes: readonly Write<R>[]; readonly change: TermChange }> {
  const id = await nextId(table, "S");
  const creation = speciesCreation({ ...blank, id, ownsName: true, version: 1 });
  return {
    writes: creationWrites(creation).map((write) => ({ ...write, refusal })),
    change: creation.change,
  };
}

/** Makes the blank species of a table that has no species of this kind, such as one of version 0.1.0. */
export async function completeBlank(table: Table): Promise<void> {
  const { total } = await listIds(table, "species", [[["kd", "blank"]]], { offset: 0, limit: 1 });
  if (total > 0) return;
  const owner = await ownerOfScientificName(table)(blank.scientificName);
  if (owner === undefined) await speciesWriter(table).create(blank, undefined);
  else logger.warn("no species is of the kind blank, but one has the name", { species: owner });
}
