import type { EffortBy, EffortRow, Period } from "./effort.ts";
import { Fault } from "./fault.ts";
import { type DayPart, dayName, type Span, splitByDay, unionOf } from "./local-days.ts";

const maxRows = 5000;

/** When a capture source recorded, by its streams, and the zone of its clock. */
export type Recordings = {
  readonly source: number;
  readonly timeZone: string | undefined;
  readonly spans: readonly Span[];
};

/**
 * The recorded seconds of each row, sorted. Time that several streams of a source cover counts once.
 * @throws Fault `too-large`
 */
export function effortRows(
  by: EffortBy,
  { firstDay, lastDay }: Period,
  recordings: readonly Recordings[],
): EffortRow[] {
  const rows = new Map<string, { readonly row: Omit<EffortRow, "seconds">; ms: number }>();
  const add = (source: number, { day, ms }: DayPart) => {
    const row = rowOf(by, source, dayName(day));
    const name = by.map((each) => row[each]).join(" ");
    const known = rows.get(name);
    if (known) known.ms += ms;
    else rows.set(name, { row, ms });
    if (rows.size > maxRows) throw tooManyRows();
  };
  const splitters = new Map<string | undefined, ReturnType<typeof splitByDay>>();
  for (const { source, timeZone, spans } of recordings) {
    const split = splitters.get(timeZone) ?? splitByDay(timeZone);
    splitters.set(timeZone, split);
    for (const span of unionOf(spans))
      for (const part of split(span)) if (part.day >= firstDay && part.day <= lastDay) add(source, part);
  }
  return [...rows.values()]
    .map(({ row, ms }): EffortRow => ({ ...row, seconds: ms / 1000 }))
    .toSorted((a, b) => by.reduce((order, each) => order || compare(a[each], b[each]), 0));
}

function tooManyRows(): Fault {
  const narrower = "Ask for fewer days (`day[from]`, `day[to]`) or one `capturesource`, or for months.";
  return new Fault("too-large", `These are more than ${maxRows} rows. ${narrower}`);
}

function rowOf(by: EffortBy, capturesource: number, day: string): Omit<EffortRow, "seconds"> {
  const all = { capturesource, day, month: day.slice(0, 7) };
  return Object.fromEntries(by.map((each) => [each, all[each]]));
}

function compare(a: number | string = 0, b: number | string = 0): number {
  return a < b ? -1 : Number(a > b);
}
