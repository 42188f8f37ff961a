import * as z from "zod/mini";
import { invalid } from "../wire/fault.ts";

const orders = ["id", "-id", "start_time", "-start_time"] as const;
export type AnnotationOrder = (typeof orders)[number];

/** By what a list is sorted, and equal times by id. `1` is ascending. */
export type Sorting = { readonly by: "id" | "time"; readonly direction: 1 | -1 };

export const orderParameter = z.optional(z.enum(orders)).check(
  z.meta({
    description:
      "Order of the results. `id` (the default): in the order in which they were made. `-id`: the newest first. `start_time`, `-start_time`: by when they start, the earliest or the latest first; equal times by id in the same direction; `offset` is then at most 10,000. With `during[start]` or `during[end]` the default is `start_time`.",
    examples: ["-start_time"],
  }),
);

/** Further pages by time cost more and more. */
const maxOffsetByTime = 10_000;

/** @throws Fault `invalid-request` for an offset that is too large */
export function sortingOf(order: AnnotationOrder | undefined, offset: number): Sorting {
  const by = order === "start_time" || order === "-start_time" ? "time" : "id";
  if (by === "time" && offset > maxOffsetByTime) {
    throw invalid(
      "/offset",
      `\`offset\` must be at most ${maxOffsetByTime.toLocaleString("en")} in an order by time. Narrow the list, for example with \`day[from]\` or \`time[from]\`.`,
    );
  }
  return { by, direction: order?.startsWith("-") ? -1 : 1 };
}
