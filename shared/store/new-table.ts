import * as z from "zod/mini";
import type { TermChange } from "../index/list-index.ts";
import { getItem } from "../table/item.ts";
import { keys } from "../table/schema.ts";
import type { Table, Write } from "../table/table.ts";
import { completedWrites } from "./completed.ts";
import { blankOfNewTable } from "./species/blank-species.ts";

type OfNewTable = {
  readonly writes: readonly Write<"changed-meanwhile">[];
  readonly changes: readonly TermChange[];
};

/**
 * What the transaction that makes the first admin of a new table also writes: the blank species, and the marks that no
 * older release wrote records, since before the first admin there are only users. `undefined` if there was an admin.
 *
 * Of several first admins at the same time, one makes the species; the others are refused its name.
 */
export async function ofNewTable(table: Table): Promise<OfNewTable | undefined> {
  if ((await getItem(table, keys.adminCount, z.object({}))) !== undefined) return undefined;
  const blank = await blankOfNewTable(table, "changed-meanwhile");
  return { writes: [...completedWrites(), ...blank.writes], changes: [blank.change] };
}
