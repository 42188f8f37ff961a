import * as z from "zod/mini";
import { MediaLink } from "../../domain/media/media.ts";
import { ItemProblem } from "../wire/item-problem.ts";

/** A still, or that it is not cut yet, or why it cannot be cut. */
export const StillAnswer = z
  .union([
    MediaLink,
    z
      .strictObject({ pending: z.literal(true) })
      .check(z.meta({ description: "The still is not cut yet: ask for it again." })),
    z.strictObject({ problem: ItemProblem }),
  ])
  .check(z.meta({ id: "StillAnswer" }));
export type StillAnswer = z.infer<typeof StillAnswer>;
