import * as z from "zod/mini";
import { MediaLink } from "../../domain/media/media.ts";
import { ItemProblem } from "../wire/item-problem.ts";

/** The link to a still, or `pending` if it is not cut yet, or the problem if it cannot be cut. */
export const StillAnswer = z
  .union([
    MediaLink,
    z
      .strictObject({ pending: z.literal(true) })
      .check(z.meta({ description: "The still is not cut yet. Request it again." })),
    z.strictObject({ problem: ItemProblem }),
  ])
  .check(z.meta({ id: "StillAnswer" }));
export type StillAnswer = z.infer<typeof StillAnswer>;
