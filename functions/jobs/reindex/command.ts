import { reindex } from "../../../shared/index/check/check-index.ts";
import { describeCounts } from "../../../shared/index/check/describe.ts";
import { indexCheckCommand } from "../../../shared/serve/index-check-command.ts";

try {
  const { counts } = await indexCheckCommand(reindex);
  console.log(`Repaired ${describeCounts(counts)}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
