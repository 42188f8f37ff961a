import * as z from "zod/mini";
import { confidenceSteps } from "./annotation.ts";
import { invalid } from "./fault.ts";
import { Method } from "./machine-label.ts";
import { mustBe } from "./must-be.ts";
import { repeatable } from "./repeatable.ts";
import { Review } from "./review.ts";

const stepsForm = "a number from 0 to 1 in steps of 0.05, such as `0.8`";

const ConfidenceStep = z.pipe(
  z.string({ error: mustBe(stepsForm) }).check(z.regex(/^(0(\.\d[05]?0*)?|1(\.0+)?)$/)),
  z.transform((text) => Math.round(Number(text) * confidenceSteps)),
);

const Voter = z
  .string({ error: mustBe("the id of a user, `me`, or `!me`") })
  .check(z.regex(/^(!?me|[1-9][0-9]{0,14})$/));

/** The filters by who labelled an annotation, how surely, and what people say about it, as parameters of a query. */
export const reviewFilters = {
  method: z.optional(Method).check(
    z.meta({
      description: "Only annotations that a person (`human`) or a program (`machine`) made.",
      examples: ["machine"],
    }),
  ),
  min_confidence: z.optional(ConfidenceStep).check(
    z.meta({
      description: "Only annotations with this `confidence` or more. In steps of 0.05.",
      examples: ["0.8"],
    }),
  ),
  max_confidence: z.optional(ConfidenceStep).check(
    z.meta({
      description: "Only annotations with a lower `confidence` than this; 1 includes 1. In steps of 0.05.",
      examples: ["0.95"],
    }),
  ),
  review: z.optional(
    repeatable(
      Review,
      "Only annotations about which people agree like this: `unreviewed` (a machine's, without a vote), `one` (one vote, or a person's without any), `agreed`, `disputed` or `rejected`.",
      [["unreviewed"]],
    ),
  ),
  votedby: z.optional(Voter).check(
    z.meta({
      description:
        "Only annotations that the user with this id has voted on; `me` for those that you have voted on, `!me` for all others.",
      examples: ["!me"],
    }),
  ),
};

export type ReviewQuery = z.infer<z.ZodMiniObject<typeof reviewFilters>>;

/** The steps of `confidence` from `min_confidence` to below `max_confidence`; `undefined` without these filters. */
export function confidenceStepsOf({
  min_confidence: min,
  max_confidence: max,
}: Partial<ReviewQuery>): readonly number[] | undefined {
  if (min === undefined && max === undefined) return undefined;
  const [first, end] = [min ?? 0, max ?? confidenceSteps];
  if (first === confidenceSteps) {
    throw invalid("/query/min_confidence", "`min_confidence` must be at most 0.95.");
  }
  if (first >= end) {
    throw invalid("/query/max_confidence", "`max_confidence` must be above `min_confidence`.");
  }
  return Array.from({ length: confidenceSteps }, (_, step) => step).filter(
    (step) => step >= first && step < end,
  );
}
