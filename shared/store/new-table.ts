import * as z from "zod/mini";
import type { Actor } from "../domain/person/actor.ts";
import type { TermChange } from "../index/list-index.ts";
import { getItem } from "../table/item.ts";
import { keys } from "../table/schema.ts";
import type { Table, Write } from "../table/table.ts";
import { completedWrites } from "./completed.ts";
import { beginHistory } from "./history/began.ts";
import { blankOfNewTable } from "./species/blank-species.ts";

type OfNewTable = {
  readonly writes: readonly Write<"changed-meanwhile">[];
  readonly changes: readonly TermChange[];
};

/**
 * The additional writes of the transaction that makes the first admin of a new table: the blank species, and the marks
 * that all records are complete, since there are only users yet. `undefined` if there was an admin before.
 *
 * If several requests make a first admin at the same time, one creates the species. The others are refused, since its
 * name is taken.
 */
export async function ofNewTable(table: Table, by: Actor): Promise<OfNewTable | undefined> {
  if ((await getItem(table, keys.adminCount, z.object({}))) !== undefined) return undefined;
  const blank = await blankOfNewTable(table, "changed-meanwhile", by);
  return {
    writes: [...completedWrites(), { ...beginHistory(), refusal: "changed-meanwhile" }, ...blank.writes],
    changes: [blank.change],
  };
}
