import * as z from "zod/mini";
import { queryAll, type Table } from "../table/table.ts";
import { type ListType, type Term, termKey } from "./term.ts";

/** The periods that a calendar counts starts by, all of them UTC. */
const units = ["year", "month", "day"] as const;
type Unit = (typeof units)[number];

/** A stretch of time from `fromMs` up to but not including `toMs`. */
export type Span = { readonly fromMs: number; readonly toMs: number };

/** How many starts lie in a period of the calendar. */
export type PeriodCount = Span & { readonly unit: Unit; readonly count: number };

/** A part of a window: whole periods that follow one another, or a rest that is less than a day. */
type Part = Span & { readonly unit: Unit | "rest" };

/** The calendar's terms of a record that starts at `startMs`. */
export function calendarTerms(startMs: number): readonly Term[] {
  return units.map((unit) => [unit, periodName(unit, startMs)]);
}

/**
 * Cuts a window into as few runs as can be: a rest, days, months, years, months, days, a rest. Without an
 * end, the last run is of years.
 */
export function splitSpan({ fromMs, toMs }: Span): readonly Part[] {
  const before: Part[] = [];
  const after: Part[] = [];
  let [from, to] = [fromMs, toMs];
  for (const [unit, finer] of [
    ["day", "rest"],
    ["month", "day"],
    ["year", "month"],
  ] as const) {
    const [up, down] = [ceil(unit, from), floor(unit, to)];
    if (up >= down) break;
    if (from < up) before.push({ unit: finer, fromMs: from, toMs: up });
    if (down < to) after.unshift({ unit: finer, fromMs: down, toMs: to });
    [from, to] = [up, down];
  }
  const middle: Part[] = from < to ? [{ unit: unitOf(from, to), fromMs: from, toMs: to }] : [];
  return [...before, ...middle, ...after];
}

/** The coarsest unit that both ends lie on. */
function unitOf(from: number, to: number): Unit | "rest" {
  return units.find((unit) => floor(unit, from) === from && floor(unit, to) === to) ?? "rest";
}

const CountItem = z.object({ sk: z.string(), n: z.int() });

/** The counts of whole periods that follow one another, in order; one Query, strongly consistent. */
export async function countPeriods(
  table: Table,
  type: ListType,
  unit: Unit,
  { fromMs, toMs }: Span,
): Promise<readonly PeriodCount[]> {
  if (fromMs >= toMs) return [];
  const items = await queryAll(table, {
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
    ExpressionAttributeValues: {
      ":pk": termKey(type, [unit, ""]).partition,
      ":first": periodName(unit, fromMs),
      // A hash sorts before a tilde: everything of the last period is before this.
      ":last": `${periodName(unit, toMs - 1)}~`,
    },
    ProjectionExpression: "sk, n",
    ConsistentRead: true,
  });
  const counts = new Map<string, number>();
  for (const item of items) {
    const { sk, n } = z.parse(CountItem, item);
    const name = sk.split("#")[0] ?? "";
    counts.set(name, (counts.get(name) ?? 0) + n);
  }
  return [...counts].map(([name, count]) => ({ ...periodNamed(unit, name), unit, count }));
}

/** The next finer periods of a period. */
export function finer(unit: Unit): Unit | undefined {
  return units[units.indexOf(unit) + 1];
}

const nameLength = { year: 4, month: 7, day: 10 } as const;

function periodName(unit: Unit, ms: number): string {
  return new Date(ms).toISOString().slice(0, nameLength[unit]);
}

function periodNamed(unit: Unit, name: string): Span {
  const fromMs = Date.parse(`${name}${"-01-01".slice(name.length - 4)}T00:00:00Z`);
  return { fromMs, toMs: ceil(unit, fromMs + 1) };
}

function floor(unit: Unit, ms: number): number {
  const date = new Date(ms);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  return Date.UTC(year, unit === "year" ? 0 : month, unit === "day" ? day : 1);
}

function ceil(unit: Unit, ms: number): number {
  const start = floor(unit, ms);
  if (start === ms) return ms;
  const date = new Date(start);
  if (unit === "day") date.setUTCDate(date.getUTCDate() + 1);
  else if (unit === "month") date.setUTCMonth(date.getUTCMonth() + 1);
  else date.setUTCFullYear(date.getUTCFullYear() + 1);
  return date.getTime();
}
