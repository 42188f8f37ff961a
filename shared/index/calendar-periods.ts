import * as z from "zod/mini";
import { type Item, queryPage, queryPages, type Table } from "../table/table.ts";
import { type Segment, segmentOfItem } from "./segment.ts";
import { type ListType, termKey } from "./term.ts";

/** `1`: by time, then by id. `-1`: the reverse. */
export type Direction = 1 | -1;

/** A day or month, and the segments of the records that start in it. */
export type PeriodIds = { readonly name: string; readonly segments: readonly Segment[] };

/** The names of periods from `first` to `last`. */
type Names = { readonly first: string; readonly last: string };

const PeriodKey = z.object({ sk: z.string() });

/** `names`: default all. `direction`: default 1. Reads are eventually consistent unless `consistent` is true. */
type Reading = {
  readonly names?: Names;
  readonly direction?: Direction;
  readonly consistent?: boolean;
  /**
   * Number of segments read in a request. Set it if not all periods may be needed. Default: 1 MB (DynamoDB's limit).
   */
  readonly atOnce?: number;
};

/** The days or months of a calendar that exist, in order. Pages are read on demand. */
export async function* periodsInOrder(
  table: Table,
  type: ListType,
  unit: "day" | "month",
  { names = { first: "0", last: "~" }, direction = 1, consistent = false, atOnce }: Reading,
): AsyncGenerator<PeriodIds> {
  let period: { name: string; segments: Segment[] } | undefined;
  const pages = queryPages(table, {
    ...calendarQuery(type, unit, direction, names),
    ConsistentRead: consistent,
    ...(atOnce === undefined ? {} : { Limit: atOnce }),
  });
  for await (const { items } of pages) {
    for (const item of items) {
      const name = periodOf(item);
      if (period && period.name !== name) yield period;
      if (period?.name !== name) period = { name, segments: [] };
      period.segments.push(segmentOfItem(item));
    }
  }
  if (period) yield period;
}

/**
 * The first local day with annotations, beginning at the day `from` and going in the direction. One Query of one
 * segment.
 */
export async function firstDay(
  table: Table,
  direction: Direction,
  from: string | undefined,
): Promise<string | undefined> {
  const names = direction === 1 ? { first: from ?? "0", last: "~" } : { first: "0", last: `${from ?? ""}~` };
  const { items } = await queryPage(table, {
    ...calendarQuery("annotation", "day", direction, names),
    Limit: 1,
  });
  return items[0] && periodOf(items[0]);
}

function calendarQuery(type: ListType, unit: "day" | "month", direction: Direction, { first, last }: Names) {
  return {
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
    ExpressionAttributeValues: {
      ":pk": termKey(type, [unit, ""]).partition,
      ":first": first,
      ":last": last,
    },
    ScanIndexForward: direction === 1,
  };
}

function periodOf(item: Item): string {
  return z.parse(PeriodKey, item).sk.split("#")[0] ?? "";
}
