import { verifyIndex } from "../../../shared/index/check/check-index.ts";
import { describeCounts } from "../../../shared/index/check/describe.ts";
import { indexCheckCommand } from "../../../shared/serve/index-check-command.ts";

try {
  const { counts, stopped } = await indexCheckCommand(verifyIndex);
  if (counts.segments > 0) {
    const found = `${stopped ? "at least " : ""}${describeCounts(counts)}`;
    console.log(`The list index has ${found}. Repair it with npm run reindex.`);
    process.exitCode = 1;
  } else {
    console.log(`The list index is correct: ${counts.items} items read, no wrong segments.`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
