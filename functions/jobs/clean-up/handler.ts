import type { Context } from "aws-lambda";
import * as z from "zod/mini";
import { mediaBucket, tableName } from "../../../shared/runtime/env.ts";
import { logger } from "../../../shared/runtime/log.ts";
import type { CleanedUp } from "./clean-up.ts";
import { describeCounts } from "./describe.ts";
import { publishCounts } from "./metrics.ts";
import { openCleanUp } from "./open-clean-up.ts";

/** For what is under way when the time is up: each call of it gives up after a few seconds. */
const reserveMs = 60_000;

/** The next run comes soon: a flood of work need not become a flood of writes. */
const maxChanges = 10_000;

const Event = z.strictObject({ dryRun: z._default(z.boolean(), false) });

const run = openCleanUp(
  { table: tableName(), bucket: mediaBucket() },
  {
    did: (sentence) => logger.info(sentence),
    failed: (what, error) => logger.error(what, { error: asError(error) }),
  },
);

/**
 * The Lambda handler: its event is `{}`, or `{"dryRun": true}`.
 * @throws Error when something could not be done, after all else was
 */
export async function handler(
  event: unknown,
  context: Pick<Context, "functionName" | "getRemainingTimeInMillis">,
): Promise<CleanedUp> {
  const { dryRun } = z.parse(Event, event);
  const timeLeftMs = context.getRemainingTimeInMillis() - reserveMs;
  const result = await run({ timeLeftMs, maxChanges }, dryRun);
  if (!dryRun) publishCounts(result, context.functionName);
  if (result.counts.failures > 0) throw new Error(describeCounts(result.counts, dryRun));
  return result;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
