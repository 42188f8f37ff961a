import { verifyIndex } from "../../../shared/index/check/check-index.ts";
import { describeCounts } from "../../../shared/index/check/describe.ts";
import { indexCheckCommand } from "../../../shared/serve/index-check-command.ts";
import { listedTypes } from "../../../shared/store/listed-types.ts";

try {
  const { counts, stopped } = await indexCheckCommand(verifyIndex, listedTypes);
  if (counts.segments > 0) {
    console.log(
      `Wrong${stopped ? " so far" : ""}: ${describeCounts(counts)}. Put it right by npm run reindex.`,
    );
    process.exitCode = 1;
  } else {
    console.log(`The list index is exact: ${counts.items} items read, no segment is wrong.`);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
