import { type DayPart, dayName, type Span, splitByDay, unionOf } from "../time/local-days.ts";
import { Fault } from "../wire/fault.ts";
import { type EffortBy, type EffortRow, type Period, spanOf, sureSpanOf } from "./effort.ts";

const maxRows = 5000;

type Split = ReturnType<typeof splitByDay>;

/** The times that a capture source recorded, by its streams, and the time zone of its clock. */
export type Recordings = {
  readonly source: number;
  readonly timeZone: string | undefined;
  readonly spans: readonly Span[];
};

/**
 * Returns the recorded seconds of each row, sorted. Time that several streams of a source cover counts once.
 * @throws Fault `too-large`
 */
export function effortRows(by: EffortBy, period: Period, recordings: readonly Recordings[]): EffortRow[] {
  const rows = new Map<string, { readonly row: Omit<EffortRow, "seconds">; ms: number }>();
  const add = (source: number, { day, ms }: DayPart) => {
    const row = rowOf(by, source, dayName(day));
    const name = by.map((each) => row[each]).join(" ");
    const known = rows.get(name);
    if (known) known.ms += ms;
    else rows.set(name, { row, ms });
    if (rows.size > maxRows) throw tooManyRows();
  };
  const splitters = new Map<string | undefined, Split>();
  for (const { source, timeZone, spans } of recordings) {
    const split = splitters.get(timeZone) ?? splitByDay(timeZone);
    splitters.set(timeZone, split);
    for (const span of unionOf(spans))
      for (const part of partsOf(by, period, span, split))
        if (part.day >= period.firstDay && part.day <= period.lastDay) add(source, part);
  }
  return [...rows.values()]
    .map(({ row, ms }): EffortRow => ({ ...row, seconds: ms / 1000 }))
    .toSorted((a, b) => by.reduce((order, each) => order || compare(a[each], b[each]), 0));
}

/**
 * Splits a span into as few parts as the rows need, because each day of a span takes look-ups of the time zone. Time that
 * is within the period by every clock is one part, unless the rows are for days or months.
 */
function* partsOf(by: EffortBy, period: Period, span: Span, split: Split): Generator<DayPart> {
  const asked = overlap(span, spanOf(period));
  const sure = overlap(span, sureSpanOf(period));
  if (by.includes("day") || by.includes("month") || sure.fromMs >= sure.toMs) return yield* split(asked);
  yield* split({ fromMs: asked.fromMs, toMs: sure.fromMs });
  yield { day: period.firstDay, ms: sure.toMs - sure.fromMs };
  yield* split({ fromMs: sure.toMs, toMs: asked.toMs });
}

function overlap(a: Span, b: Span): Span {
  return { fromMs: Math.max(a.fromMs, b.fromMs), toMs: Math.min(a.toMs, b.toMs) };
}

function tooManyRows(): Fault {
  const narrower =
    "Request fewer days (`day[from]`, `day[to]`), one `capturesource`, or months instead of days.";
  return new Fault("too-large", `The result has more than ${maxRows} rows. ${narrower}`);
}

function rowOf(by: EffortBy, capturesource: number, day: string): Omit<EffortRow, "seconds"> {
  const all = { capturesource, day, month: day.slice(0, 7) };
  return Object.fromEntries(by.map((each) => [each, all[each]]));
}

function compare(a: number | string = 0, b: number | string = 0): number {
  return a < b ? -1 : Number(a > b);
}
