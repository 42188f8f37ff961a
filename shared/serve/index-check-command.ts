import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import type { verifyIndex } from "../index/check/check-index.ts";
import { CheckState, type Counts } from "../index/check/check-state.ts";
import { describeFault, describeProgress } from "../index/check/describe.ts";
import { tableName } from "../runtime/env.ts";
import { completeRecords } from "../store/complete-records.ts";
import { listedTypes } from "../store/listed-types.ts";
import { openTable } from "../table/table.ts";

/** Time between two progress lines, in milliseconds. */
const sliceMs = 5000;

/** Maximum number of faults to print. */
const maxPrinted = 100;

/**
 * Runs an index check to its end with the environment's credentials. Progress goes to stderr, faults to stdout.
 * @throws Error with a message for the operator
 */
export async function indexCheckCommand(
  job: typeof verifyIndex,
): Promise<{ readonly counts: Counts; readonly stopped: boolean }> {
  const { values } = parseArgs({ options: { table: { type: "string" }, state: { type: "string" } } });
  let printed = 0;
  const table = openTable(values.table ?? tableName());
  const run = job({
    table,
    types: listedTypes,
    completion: completeRecords(table),
    report: (fault) => {
      if (++printed <= maxPrinted) console.log(describeFault(fault));
      else if (printed === maxPrinted + 1) console.log("… and more");
    },
  });
  let state = values.state === undefined ? undefined : readState(values.state);
  for (;;) {
    const progress = await run({ state, timeLeftMs: sliceMs });
    ({ state } = progress);
    if (progress.done) break;
    if (values.state !== undefined) writeState(values.state, state);
    console.error(describeProgress(state));
  }
  if (values.state !== undefined) rmSync(values.state, { force: true });
  return { counts: state.counts, stopped: state.stage === "stopped" };
}

function readState(file: string): CheckState | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return z.parse(CheckState, JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    throw new Error(`${file} is not the state of an index check. Delete it to start again.`, { cause });
  }
}

/** Replaces the file atomically, since the command may be killed while it writes. */
function writeState(file: string, state: CheckState): void {
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
}
