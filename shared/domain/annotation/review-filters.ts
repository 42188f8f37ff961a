import * as z from "zod/mini";
import { described } from "../wire/described.ts";
import { invalid } from "../wire/fault.ts";
import { mustBe } from "../wire/must-be.ts";
import { repeatable } from "../wire/repeatable.ts";
import { confidenceSteps } from "./annotation.ts";
import { Method } from "./machine-label.ts";
import { Review } from "./review.ts";

const stepsForm = "a number from 0 to 1 in steps of 0.05, such as `0.8`";

const ConfidenceStep = z.pipe(
  z.string({ error: mustBe(stepsForm) }).check(z.regex(/^(0(\.\d[05]?0*)?|1(\.0+)?)$/)),
  z.transform((text) => Math.round(Number(text) * confidenceSteps)),
);

const Voter = z
  .string({ error: mustBe("the id of a user, `me` or `!me`") })
  .check(z.regex(/^(!?me|[1-9][0-9]{0,14})$/));

/** The filters by method, confidence, review state and voter, as parameters of a query. */
export const reviewFilters = {
  method: described(
    z.optional(Method),
    "Only labels of people (`human`) or of programs such as detectors (`machine`).",
    "machine",
  ),
  min_confidence: described(
    z.optional(ConfidenceStep),
    "Only machines' labels with this `confidence` or more: 0 to 0.95 in steps of 0.05. People's labels have no confidence.",
    "0.8",
  ),
  max_confidence: described(
    z.optional(ConfidenceStep),
    "Only machines' labels with a lower `confidence` than this: 0.05 to 1 in steps of 0.05. The value 1 includes a confidence of 1.",
    "0.95",
  ),
  review: z.optional(
    repeatable(
      Review,
      "Only annotations in this state: `unreviewed` (a machine's label without a vote), `one` (one vote, or a person's label without any), `agreed` (several voters, one species), `disputed` (votes for several species) or `rejected` (most votes say that nothing is there).",
      [["unreviewed"]],
    ),
  ),
  votedby: described(
    z.optional(Voter),
    "Only annotations that the user with this id has voted on. `me`: those that you have voted on. `!me`: those that you have not voted on.",
    "!me",
  ),
};

export type ReviewQuery = z.infer<z.ZodMiniObject<typeof reviewFilters>>;

/**
 * Returns the steps of `confidence` from `min_confidence` to below `max_confidence`, or `undefined` without these
 * filters.
 */
export function confidenceStepsOf({
  min_confidence: min,
  max_confidence: max,
}: Partial<ReviewQuery>): readonly number[] | undefined {
  if (min === undefined && max === undefined) return undefined;
  const [first, end] = [min ?? 0, max ?? confidenceSteps];
  if (first === confidenceSteps) {
    throw invalid(
      "/min_confidence",
      "`min_confidence` must be at most 0.95, which finds confidences from 0.95 to 1.",
    );
  }
  if (first >= end) {
    throw invalid(
      "/max_confidence",
      "`max_confidence` must be above `min_confidence` (0 if left out). Only confidences below `max_confidence` are found.",
    );
  }
  return Array.from({ length: confidenceSteps }, (_, step) => step).filter(
    (step) => step >= first && step < end,
  );
}
