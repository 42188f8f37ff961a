import { parseArgs } from "node:util";
import { liveLimits, mediaBucket, tableName } from "../../../shared/runtime/env.ts";
import { describeCounts } from "./describe.ts";
import { openCleanUp } from "./open-clean-up.ts";

/** Time between two progress lines. */
const progressMs = 5000;

/** Maximum number of changes to print. */
const maxPrinted = 100;

try {
  await runCommand();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function runCommand(): Promise<void> {
  const { target, dryRun } = readArgs();
  const { silenceMs, maxLengthMs } = liveLimits();
  console.error(
    `Ends a live stream ${silenceMs / 60_000} minutes after its last heartbeat (LIVE_SILENCE_MINUTES), or ` +
      `${maxLengthMs / 3_600_000} hours after its start if it never sent one (LIVE_MAX_HOURS).`,
  );
  if (dryRun) console.log("Dry run. These changes would be made:");
  let changes = 0;
  const run = openCleanUp(target, {
    changed: (sentence) => {
      changes += 1;
      if (changes <= maxPrinted) console.log(sentence);
      else if (changes === maxPrinted + 1) console.log("… and more");
    },
    failed: (what, error) => console.error(`${what}: ${error instanceof Error ? error.message : error}`),
  });
  const progress = setInterval(() => console.error(`${changes} changes so far …`), progressMs);
  try {
    const unlimited = { timeLeftMs: Number.POSITIVE_INFINITY, maxChanges: Number.POSITIVE_INFINITY };
    const { counts } = await run(unlimited, dryRun);
    console.log(describeCounts(counts, dryRun));
    if (counts.failures > 0) process.exitCode = 1;
  } finally {
    clearInterval(progress);
  }
}

/** @throws Error with a message for the operator */
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
    throw new Error(
      "--table and --bucket must be given together, because the table's records refer to the bucket's files.",
    );
  }
  return { target: { table: table ?? tableName(), bucket: bucket ?? mediaBucket() }, dryRun };
}
