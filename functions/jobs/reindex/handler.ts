import { reindex } from "../../../shared/index/check/check-index.ts";
import { describeFaultForLog } from "../../../shared/index/check/describe.ts";
import { tableName } from "../../../shared/runtime/env.ts";
import { logger } from "../../../shared/runtime/log.ts";
import { indexCheckHandler } from "../../../shared/serve/index-check-handler.ts";
import { listedTypes } from "../../../shared/store/listed-types.ts";
import { openTable } from "../../../shared/table/table.ts";

export const handler = indexCheckHandler(
  reindex({
    table: openTable(tableName()),
    types: listedTypes,
    report: (fault) => logger.warn(describeFaultForLog(fault)),
  }),
);
