import type { Context } from "aws-lambda";
import * as z from "zod/mini";
import { UpkeepState } from "./progress.ts";
import type { Progress, Slice } from "./run-upkeep.ts";

/** For the bucket that is under way when the time is up. */
const reserveMs = 2 * 60_000;

const Event = z.object({ state: z.optional(UpkeepState) });

/**
 * The Lambda handler of an upkeep. Its event is `{}`, or `{"state": …}` with the state that an earlier call
 * answered.
 */
export function upkeepHandler(run: (slice: Slice) => Promise<Progress>) {
  return async (event: unknown, context: Pick<Context, "getRemainingTimeInMillis">): Promise<Progress> => {
    const { state } = z.parse(Event, event);
    return run({ state, timeLeftMs: context.getRemainingTimeInMillis() - reserveMs });
  };
}
