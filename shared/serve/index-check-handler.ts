import type { Context } from "aws-lambda";
import * as z from "zod/mini";
import type { Progress, Slice } from "../index/check/check-index.ts";
import { CheckState } from "../index/check/check-state.ts";

/** For the block that is under way when the time is up. */
const reserveMs = 2 * 60_000;

const Event = z.object({ state: z.optional(CheckState) });

/**
 * The Lambda handler of an check. Its event is `{}`, or `{"state": …}` with the state that an earlier call
 * answered.
 */
export function indexCheckHandler(run: (slice: Slice) => Promise<Progress>) {
  return async (event: unknown, context: Pick<Context, "getRemainingTimeInMillis">): Promise<Progress> => {
    const { state } = z.parse(Event, event);
    return run({ state, timeLeftMs: context.getRemainingTimeInMillis() - reserveMs });
  };
}
