import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import type { verifyIndex } from "../index/check/check-index.ts";
import { CheckState, type Counts } from "../index/check/check-state.ts";
import { describeFault, describeProgress } from "../index/check/describe.ts";
import type { ListedType } from "../index/check/listed-type.ts";
import { tableName } from "../runtime/env.ts";
import { openTable } from "../table/table.ts";

/** A line of progress comes about so often. */
const sliceMs = 5000;

/** More are counted, but not printed. */
const printedFaults = 100;

/**
 * Runs an check to its end, on a table that the environment's credentials lead to, with lines on how far it
 * is on stderr and lines on what is wrong on stdout.
 * @throws Error with a sentence for the user
 */
export async function indexCheckCommand(
  job: typeof verifyIndex,
  types: readonly ListedType[],
): Promise<{ readonly counts: Counts; readonly stopped: boolean }> {
  const { values } = parseArgs({ options: { table: { type: "string" }, state: { type: "string" } } });
  let printed = 0;
  const run = job({
    table: openTable(values.table ?? tableName()),
    types,
    report: (fault) => {
      if (++printed <= printedFaults) console.log(describeFault(fault));
      else if (printed === printedFaults + 1) console.log("… and more");
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
    throw new Error(`${file} does not say how far a job is: delete it to begin anew.`, { cause });
  }
}

/** Whole or not at all: the command may be killed while it writes. */
function writeState(file: string, state: CheckState): void {
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
}
