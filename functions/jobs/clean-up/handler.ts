import type { Context } from "aws-lambda";
import * as z from "zod/mini";
import { asError } from "../../../shared/runtime/as-error.ts";
import { mediaBucket, tableName } from "../../../shared/runtime/env.ts";
import { logger } from "../../../shared/runtime/log.ts";
import type { CleanUpResult } from "./clean-up.ts";
import { describeCounts } from "./describe.ts";
import { publishCounts } from "./metrics.ts";
import { openCleanUp } from "./open-clean-up.ts";

/** Time for work in progress to finish. Each call to AWS times out after a few seconds. */
const reserveMs = 60_000;

/** Maximum number of changes in a run. This limits the write load. The next run makes the remaining changes. */
const maxChanges = 10_000;

const Event = z.strictObject({ dryRun: z._default(z.boolean(), false) });

const run = openCleanUp(
  { table: tableName(), bucket: mediaBucket() },
  {
    changed: (sentence) => logger.info(sentence),
    failed: (what, error) => logger.error(what, { error: asError(error) }),
  },
);

/**
 * The Lambda handler. The event is `{}`, or `{"dryRun": true}`.
 * @throws Error at the end of the run, if an item failed
 */
export async function handler(
  event: unknown,
  context: Pick<Context, "functionName" | "getRemainingTimeInMillis">,
): Promise<CleanUpResult> {
  const { dryRun } = z.parse(Event, event);
  const timeLeftMs = context.getRemainingTimeInMillis() - reserveMs;
  const result = await run({ timeLeftMs, maxChanges }, dryRun);
  if (!dryRun) publishCounts(result, context.functionName);
  if (result.counts.failures > 0) throw new Error(describeCounts(result.counts, dryRun));
  return result;
}
