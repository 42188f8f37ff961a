import { reindex } from "../../../shared/index/check/check-index.ts";
import { describeCounts } from "../../../shared/index/check/describe.ts";
import { indexCheckCommand } from "../../../shared/serve/index-check-command.ts";
import { listedTypes } from "../../../shared/store/listed-types.ts";

try {
  const { counts } = await indexCheckCommand(reindex, listedTypes);
  console.log(`Put right: ${describeCounts(counts)}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
