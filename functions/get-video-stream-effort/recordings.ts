import { type Period, spanOf } from "../../shared/domain/source/effort.ts";
import type { Recordings } from "../../shared/domain/source/effort-rows.ts";
import { maxStreamMs } from "../../shared/domain/stream/stream-times.ts";
import { Fault } from "../../shared/domain/wire/fault.ts";
import { allIds, spansOfSource } from "../../shared/index/list-index.ts";
import { atMost } from "../../shared/runtime/at-most.ts";
import { CaptureSourceItem } from "../../shared/store/source/item.ts";
import { rowsOf } from "../../shared/table/rows.ts";
import { keys } from "../../shared/table/schema.ts";
import type { Table } from "../../shared/table/table.ts";

/** Maximum number of capture sources read at a time. */
const concurrency = 32;

export type RecordingFilters = { readonly period: Period; readonly capturesource?: number | undefined };

/**
 * Reads the recording times of each capture source during a period of days, including the hours around it. Reads the
 * index of each source separately, because entries of the common index by time do not name the source, and reading the
 * streams costs 80 times as much as reading index entries.
 * @param maxStreams maximum number of streams for one request. Reading so many entries costs about 550 capacity units
 * @throws Fault `too-large`
 */
export function readRecordings(table: Table, maxStreams = 50_000) {
  return async (
    { period, capturesource }: RecordingFilters,
    nowMs: number,
  ): Promise<readonly Recordings[]> => {
    const limited = atMost(concurrency);
    const found = { count: 0, max: maxStreams };
    const ids = capturesource === undefined ? await allIds(table, "capturesource", []) : [capturesource];
    const read = ids.map((id) =>
      limited(async () => [id, await spansOfSource(table, id, spanOf(period), found)] as const),
    );
    const streams = new Map((await Promise.all(read)).filter(([, spans]) => spans.length > 0));
    if (found.count > maxStreams) throw tooManyStreams(maxStreams);
    const sources = await rowsOf(table, [...streams.keys()], keys.captureSource, CaptureSourceItem);
    return sources.map(({ id, timeZone }) => ({
      source: id,
      timeZone,
      // A live stream lasts until now. The clean-up ends one that is too long, as a version before 0.3 did not.
      spans: (streams.get(id) ?? []).map(({ startMs, endMs = nowMs }) => ({
        fromMs: startMs,
        toMs: Math.min(endMs, startMs + maxStreamMs),
      })),
    }));
  };
}

function tooManyStreams(max: number): Fault {
  const narrower = "Request fewer days (`day[from]`, `day[to]`) or one `capturesource`.";
  return new Fault("too-large", `More than ${max} streams overlap these days. ${narrower}`);
}
