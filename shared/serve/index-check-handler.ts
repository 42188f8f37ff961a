import type { Context } from "aws-lambda";
import * as z from "zod/mini";
import type { Progress, verifyIndex } from "../index/check/check-index.ts";
import { CheckState } from "../index/check/check-state.ts";
import { describeFaultForLog } from "../index/check/describe.ts";
import { tableName } from "../runtime/env.ts";
import { logger } from "../runtime/log.ts";
import { completeRecords } from "../store/complete-records.ts";
import { listedTypes } from "../store/listed-types.ts";
import { openTable } from "../table/table.ts";

/** Time reserved for the block in progress. */
const reserveMs = 2 * 60_000;

const Event = z.object({ state: z.optional(CheckState) });

/**
 * The Lambda handler of an index check. Its event is `{}`, or `{"state": …}` with the state that an earlier call
 * returned.
 */
export function indexCheckHandler(job: typeof verifyIndex) {
  const table = openTable(tableName());
  const run = job({
    table,
    types: listedTypes,
    completion: completeRecords(table),
    report: (fault) => logger.warn(describeFaultForLog(fault)),
  });
  return async (event: unknown, context: Pick<Context, "getRemainingTimeInMillis">): Promise<Progress> => {
    const { state } = z.parse(Event, event);
    return run({ state, timeLeftMs: context.getRemainingTimeInMillis() - reserveMs });
  };
}
