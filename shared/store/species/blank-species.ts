import type { Actor } from "../../domain/person/actor.ts";
import type { Species } from "../../domain/species/species.ts";
import type { TermChange } from "../../index/list-index.ts";
import { nextId } from "../../table/item.ts";
import type { Table, Write } from "../../table/table.ts";
import { creationWrites } from "../create-record.ts";
import { speciesCreation } from "./writer.ts";

/** The species of votes for "nothing there". Camtrap DP and detectors call it `blank`. */
const blank: Omit<Species, "id" | "made" | "version"> = {
  commonName: "Nothing there",
  scientificName: "blank",
  images: [],
  externalTaxonId: undefined,
  kind: "blank",
  sensitivity: undefined,
  lineage: undefined,
};

/**
 * The writes that create the blank species of a new table, for the transaction that makes its first admin.
 * @param refusal the refusal of every write
 * @param by who makes the first admin
 */
export async function blankOfNewTable<R extends string>(
  table: Table,
  refusal: R,
  by: Actor,
): Promise<{ readonly writes: readonly Write<R>[]; readonly change: TermChange }> {
  const id = await nextId(table, "S");
  const creation = speciesCreation({ ...blank, id, made: { ms: Date.now(), by }, version: 1 });
  return {
    writes: creationWrites(creation).map((write) => ({ ...write, refusal })),
    change: creation.change,
  };
}
