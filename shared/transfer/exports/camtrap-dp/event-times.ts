import { countWhile } from "../../../domain/count-while.ts";
import { type Span, unionOf } from "../../../domain/time/local-days.ts";
import { allIds } from "../../../index/list-index.ts";
import type { Table } from "../../../table/table.ts";
import { annotationBatches } from "../read-records.ts";

/**
 * The times of all imported events of a source that have a row of their own, also of those that an export leaves out.
 * Costs half a read unit for each label of the source. In order and without overlap.
 */
export async function eventTimes(table: Table, source: number): Promise<readonly Span[]> {
  let times: readonly Span[] = [];
  for await (const labels of annotationBatches(
    table,
    await allIds(table, "annotation", [[["cs", source]]]),
  )) {
    const own = labels.flatMap(({ camtrapDp }) => {
      const { observationLevel, eventStart, eventEnd } = camtrapDp ?? {};
      if (observationLevel !== "event" || eventStart === undefined || eventEnd === undefined) return [];
      return [{ fromMs: Date.parse(eventStart), toMs: Date.parse(eventEnd) }];
    });
    times = unionOf([...times, ...own]);
  }
  return times;
}

/**
 * Returns a function that returns true for a start within any of the spans. Packages have whole seconds, so a start
 * counts with its second.
 * @param spans in order, without overlap
 */
export function within(spans: readonly Span[]): (startMs: number) => boolean {
  return (startMs) => {
    const second = Math.floor(startMs / 1000) * 1000;
    const span = spans[countWhile(spans.length, (i) => (spans[i]?.toMs ?? 0) < second)];
    return span !== undefined && span.fromMs <= startMs;
  };
}
