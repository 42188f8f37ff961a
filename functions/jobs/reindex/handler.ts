import { describeFaultForLog } from "../../../shared/index/upkeep/describe.ts";
import { reindex } from "../../../shared/index/upkeep/run-upkeep.ts";
import { upkeepHandler } from "../../../shared/index/upkeep/upkeep-handler.ts";
import { tableName } from "../../../shared/runtime/env.ts";
import { logger } from "../../../shared/runtime/log.ts";
import { listedTypes } from "../../../shared/store/listed-types.ts";
import { openTable } from "../../../shared/store/table.ts";

export const handler = upkeepHandler(
  reindex({
    table: openTable(tableName()),
    types: listedTypes,
    report: (fault) => logger.warn(describeFaultForLog(fault)),
  }),
);
