import { parseArgs } from "node:util";
import { liveLimits, mediaBucket, tableName } from "../../../shared/runtime/env.ts";
import { describeCounts } from "./describe.ts";
import { openCleanUp } from "./open-clean-up.ts";

/** A line of progress comes about so often. */
const progressMs = 5000;

/** More are counted, but not printed. */
const printedLines = 100;

try {
  await runCommand();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function runCommand(): Promise<void> {
  const { place, dryRun } = readArgs();
  const { silenceMs, longestMs } = liveLimits();
  console.error(
    `Live streams are ended after ${silenceMs / 60_000} minutes of silence, or ${longestMs / 3_600_000} hours ` +
      "without any sign of life (LIVE_SILENCE_MINUTES, LIVE_MAX_HOURS).",
  );
  if (dryRun) console.log("This would be done:");
  let lines = 0;
  const run = openCleanUp(place, {
    did: (sentence) => {
      lines += 1;
      if (lines <= printedLines) console.log(sentence);
      else if (lines === printedLines + 1) console.log("… and more");
    },
    failed: (what, error) => console.error(`${what}: ${error instanceof Error ? error.message : error}`),
  });
  const progress = setInterval(() => console.error(`${lines} things done so far …`), progressMs);
  try {
    const everything = { timeLeftMs: Number.POSITIVE_INFINITY, maxChanges: Number.POSITIVE_INFINITY };
    const { counts } = await run(everything, dryRun);
    console.log(describeCounts(counts, dryRun));
    if (counts.failures > 0) process.exitCode = 1;
  } finally {
    clearInterval(progress);
  }
}

/** @throws Error that says what is wrong with them */
function readArgs() {
  const { values } = parseArgs({
    options: {
      table: { type: "string" },
      bucket: { type: "string" },
      "dry-run": { type: "boolean", default: false },
    },
  });
  const { table, bucket, "dry-run": dryRun } = values;
  if ((table === undefined) !== (bucket === undefined)) {
    throw new Error("--table and --bucket belong together: the table's records and the bucket's files.");
  }
  return { place: { table: table ?? tableName(), bucket: bucket ?? mediaBucket() }, dryRun };
}
