import * as z from "zod/mini";
import type { Span } from "../domain/time/local-days.ts";
import { queryAll, type Table } from "../table/table.ts";
import { type ListType, type Term, termKey } from "./term.ts";

/** The periods by which a calendar counts the starts of streams, all in UTC. */
const units = ["year", "month", "day"] as const;
type Unit = (typeof units)[number];

/** Consecutive periods of a calendar, both ends included, such as the days from `2026-03-01` to `2026-03-31`. */
export type Periods = { readonly unit: Unit; readonly first: string; readonly last: string };

/** A span, and the number of streams that start in it. */
export type CountedSpan = Span & { readonly unit: Unit | "partial"; readonly count: number };

/** A part of a span: consecutive whole periods, or less than two days without a whole period (`partial`). */
type Part = Span & { readonly unit: Unit | "partial" };

/** The calendar terms of a stream that starts at `startMs`. */
export function calendarTerms(startMs: number): readonly Term[] {
  return units.map((unit) => [unit, periodName(unit, startMs)]);
}

/** Splits a span into as few parts as possible: partial, days, months, years, months, days, partial. */
export function splitSpan({ fromMs, toMs }: Span): readonly Part[] {
  const before: Part[] = [];
  const after: Part[] = [];
  let [from, to] = [fromMs, toMs];
  for (const [unit, finer] of [
    ["day", "partial"],
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

/** The longest unit with boundaries at both ends. */
function unitOf(from: number, to: number): Unit | "partial" {
  return units.find((unit) => floor(unit, from) === from && floor(unit, to) === to) ?? "partial";
}

/** The days and months that make up a span, which begins and ends at midnight. In order. */
export function periodsOfSpan(span: Span): readonly Periods[] {
  return splitSpan(span).map(({ unit, fromMs, toMs }) => {
    const finer = unit === "day" || unit === "partial" ? "day" : "month";
    return { unit: finer, first: periodName(finer, fromMs), last: periodName(finer, toMs - 1) };
  });
}

const CountItem = z.object({ sk: z.string(), n: z.int() });

/** The counts of consecutive whole periods, in order. One strongly consistent Query. */
export async function countPeriods(
  table: Table,
  type: ListType,
  unit: Unit,
  { fromMs, toMs }: Span,
): Promise<readonly CountedSpan[]> {
  if (fromMs >= toMs) return [];
  const items = await queryAll(table, {
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
    ExpressionAttributeValues: {
      ":pk": termKey(type, [unit, ""]).partition,
      ":first": periodName(unit, fromMs),
      // A hash sorts before a tilde, so this includes all segments of the last period.
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

/** The next shorter unit. */
export function shorterUnit(unit: Unit): Unit | undefined {
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
