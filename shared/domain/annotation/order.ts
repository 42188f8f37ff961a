import * as z from "zod/mini";
import { described } from "../wire/described.ts";
import { invalid } from "../wire/fault.ts";

const orders = ["id", "-id", "start_time", "-start_time"] as const;
export type AnnotationOrder = (typeof orders)[number];

/** The sort key and direction of a list: `1` is ascending. Equal times are sorted by id. */
export type Sorting = { readonly by: "id" | "time"; readonly direction: 1 | -1 };

export const orderParameter = described(
  z.optional(z.enum(orders)),
  "Order of the results. `id` (the default): the oldest record first. `-id`: the newest record first. `start_time`, `-start_time`: the earliest or the latest start first. Equal times are sorted by id in the same direction, and `offset` must be at most 10,000. With `during[start]` or `during[end]`, the default is `start_time`.",
  "-start_time",
);

/** Maximum `offset` in an order by time. Later pages cost more and more. */
const maxOffsetByTime = 10_000;

/** @throws Fault `invalid-request` for an offset that is too large */
export function sortingOf(order: AnnotationOrder | undefined, offset: number): Sorting {
  const by = order === "start_time" || order === "-start_time" ? "time" : "id";
  if (by === "time" && offset > maxOffsetByTime) {
    throw invalid(
      "/offset",
      `\`offset\` must be at most ${maxOffsetByTime.toLocaleString("en")} when a list is sorted by time. Narrow the list, for example with \`day[from]\` or \`time[from]\`.`,
    );
  }
  return { by, direction: order?.startsWith("-") ? -1 : 1 };
}
