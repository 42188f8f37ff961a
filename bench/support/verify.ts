import { verifyIndex } from "../../shared/index/check/check-index.ts";
import type { CheckState } from "../../shared/index/check/check-state.ts";
import { listedTypes } from "../../shared/store/listed-types.ts";
import type { Table } from "../../shared/table/table.ts";

/** @throws Error when the list index does not match the records */
export async function verify(table: Table, onRead: (items: number) => void): Promise<void> {
  const run = verifyIndex({ table, types: listedTypes, report: console.error });
  for (let state: CheckState | undefined; ; ) {
    const progress = await run({ state, timeLeftMs: 2000 });
    if (progress.counts.segments > 0) throw new Error("The list index does not match the records.");
    if (progress.done) return;
    onRead(progress.counts.items);
    state = progress.state;
  }
}
