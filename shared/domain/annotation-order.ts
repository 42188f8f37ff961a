import * as z from "zod/mini";
import { invalid } from "./fault.ts";
import { mustBe } from "./must-be.ts";

const orders = ["id", "-id", "start_time", "-start_time"] as const;
type AnnotationOrder = (typeof orders)[number];

export const orderParameter = z
  .optional(z.enum(orders, { error: mustBe(`one of ${orders.map((order) => `\`${order}\``).join(", ")}`) }))
  .check(
    z.meta({
      description:
        "Order of the results: `id` (the default), `-id`, or by when they start, `start_time`, or the latest first, `-start_time`. By time, `offset` is at most 10,000. With `during` the default is `start_time`.",
      examples: ["-start_time"],
    }),
  );

/** Further pages by time cost more and more. */
const maxOffsetByTime = 10_000;

/** @throws Fault `invalid-request` for an offset that is too large */
export function directionOf(
  order: AnnotationOrder | undefined,
  offset: number,
): { readonly by: "id" | "time"; readonly direction: 1 | -1 } {
  const by = order === "start_time" || order === "-start_time" ? "time" : "id";
  if (by === "time" && offset > maxOffsetByTime) {
    throw invalid(
      "/query/offset",
      `\`offset\` must be at most ${maxOffsetByTime} in an order by time. Narrow the list with \`time[from]\` or \`time[to]\`.`,
    );
  }
  return { by, direction: order?.startsWith("-") ? -1 : 1 };
}

export type { AnnotationOrder };
