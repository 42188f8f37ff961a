import type { verifyIndex } from "../../../../shared/index/check/check-index.ts";
import type { CheckState } from "../../../../shared/index/check/check-state.ts";
import type { SegmentFault } from "../../../../shared/index/check/index-check.ts";
import { listedTypes } from "../../../../shared/store/listed-types.ts";
import { type Key, openTable, type Table } from "../../../../shared/table/table.ts";
import { putAll } from "../../../support/dynamo/bulk.ts";
import { intercept } from "../../../support/dynamo/call.ts";
import type { TestTable } from "../../../support/dynamo/table.ts";

/** Creates a table with these items. Each Scan reads only a few of them. */
export async function tableOf(
  database: TestTable,
  items: readonly Key[],
  itemsPerScan = 200,
): Promise<Table> {
  const { name } = await database.fresh();
  const client = database.connect();
  intercept(client, "before serialising", (call, send) =>
    send(call.operation === "Scan" ? { ...call.input, ...{ Limit: itemsPerScan } } : call.input),
  );
  const table = openTable(name, client);
  await putAll(table, items);
  return table;
}

/**
 * Runs a job to its end.
 * @param isLost if given, the job runs in the shortest slices, and the state of a slice is lost if this returns true
 */
export async function runJob(job: typeof verifyIndex, table: Table, isLost?: () => boolean) {
  const found = new Set<string>();
  const report = (fault: SegmentFault) => {
    for (const line of linesOf(fault)) found.add(line);
  };
  const work = job({ table, types: listedTypes, report });
  const timeLeftMs = isLost ? 0 : Number.POSITIVE_INFINITY;
  let state: CheckState | undefined;
  for (let slices = 1; ; slices++) {
    const progress = await work({ state, timeLeftMs });
    if (progress.done) return { found: [...found].sort(), slices, counts: progress.counts };
    if (!isLost?.()) state = JSON.parse(JSON.stringify(progress.state));
  }
}

function linesOf({ term, block, missing, stale, flaw }: SegmentFault): string[] {
  return [
    ...missing.map((id) => `${term} ${id} missing`),
    ...stale.map((id) => `${term} ${id} stale`),
    ...(flaw ? [`${term} ${block.superblock}/${block.stripe} ${flaw}`] : []),
  ];
}
