import * as z from "zod/mini";
import { type Item, queryPage, type Table } from "../table/table.ts";
import { type Segment, segmentOfItem } from "./segment.ts";
import { termKey } from "./term.ts";
import type { Direction } from "./time-entries.ts";

/** A local day or month, and the segments of the annotations that start in it. */
export type PeriodIds = { readonly name: string; readonly segments: readonly Segment[] };

/** Names of periods: those from `first` to `last`. */
type Names = { readonly first: string; readonly last: string };

const PeriodKey = z.object({ sk: z.string() });

/** The days or months of the annotations' calendar that exist, in order. Pages are read on demand, each 1 MB at most. */
export async function* periodsInOrder(
  table: Table,
  unit: "day" | "month",
  direction: Direction,
  { first, last }: Names = { first: "0", last: "~" },
): AsyncGenerator<PeriodIds> {
  let period: { name: string; segments: Segment[] } | undefined;
  for (let next: Item | undefined; ; ) {
    const page = await queryPage(table, {
      ...calendarQuery(unit, direction, { first, last }),
      ...(next ? { ExclusiveStartKey: next } : {}),
      Limit: periodsPerPage * segmentsPerPeriod,
    });
    for (const item of page.items) {
      const name = periodOf(item);
      if (period && period.name !== name) yield period;
      if (period?.name !== name) period = { name, segments: [] };
      period.segments.push(segmentOfItem(item));
    }
    if (page.next === undefined) break;
    next = page.next;
  }
  if (period) yield period;
}

/** A dense month has about 300 segments per 10,000 annotations, of up to 500 bytes each. */
const [periodsPerPage, segmentsPerPeriod] = [4, 64];

/** The first local day of the calendar in the direction, from `from` on. One Query of one segment. */
export async function firstDay(
  table: Table,
  direction: Direction,
  from: string | undefined,
): Promise<string | undefined> {
  const names = direction === 1 ? { first: from ?? "0", last: "~" } : { first: "0", last: `${from ?? ""}~` };
  const { items } = await queryPage(table, { ...calendarQuery("day", direction, names), Limit: 1 });
  return items[0] && periodOf(items[0]);
}

function calendarQuery(unit: "day" | "month", direction: Direction, { first, last }: Names) {
  return {
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
    ExpressionAttributeValues: {
      ":pk": termKey("annotation", [unit, ""]).partition,
      ":first": first,
      ":last": last,
    },
    ScanIndexForward: direction === 1,
  };
}

function periodOf(item: Item): string {
  return z.parse(PeriodKey, item).sk.split("#")[0] ?? "";
}
