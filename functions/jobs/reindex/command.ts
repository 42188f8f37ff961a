import { describeCounts } from "../../../shared/index/upkeep/describe.ts";
import { reindex } from "../../../shared/index/upkeep/run-upkeep.ts";
import { upkeepCommand } from "../../../shared/index/upkeep/upkeep-command.ts";
import { listedTypes } from "../../../shared/store/listed-types.ts";

try {
  const { counts } = await upkeepCommand(reindex, listedTypes);
  console.log(`Put right: ${describeCounts(counts)}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
