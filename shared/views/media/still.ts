import * as z from "zod/mini";
import { MediaLink } from "../../domain/media/media.ts";
import { described } from "../../domain/wire/described.ts";
import { ItemProblem } from "../wire/item-problem.ts";

/** The link to a still, or `pending` if it is not cut yet, or the problem if it cannot be cut. */
export const StillAnswer = z
  .union([
    MediaLink,
    described(z.strictObject({ pending: z.literal(true) }), "The still is not cut yet. Request it again."),
    z.strictObject({ problem: ItemProblem }),
  ])
  .check(z.meta({ id: "StillAnswer" }));
export type StillAnswer = z.infer<typeof StillAnswer>;
