import * as z from "zod/mini";
import { ExportFilters } from "../../../domain/job/export-filters.ts";
import type { ExportJob } from "../../../domain/job/export-job.ts";
import { locationValue, placeOf } from "../../../domain/place/location.ts";
import { box, circle } from "../../../domain/place/sphere.ts";
import type { CaptureSource } from "../../../domain/source/capture-source.ts";
import { everMatches, windowOf } from "../../../domain/time/ever-matches.ts";
import { type TimeFilters, timeFiltersOf } from "../../../domain/time/filters.ts";
import type { Recorded } from "../../../formats/camtrap-dp/write/deployments.ts";
import { recordedSpan, spansOfSource, streamIdsOfSource } from "../../../index/list-index.ts";
import { atMost } from "../../../runtime/at-most.ts";
import { CaptureSourceItem } from "../../../store/source/item.ts";
import { keys } from "../../../table/schema.ts";
import type { Table } from "../../../table/table.ts";
import type { Stored } from "../format.ts";
import { everyRecord, readRecords, requestsAtOnce } from "../read-records.ts";
import { sourceRecord } from "./records.ts";
import type { MetSource } from "./summary.ts";

type Filters = z.infer<typeof ExportFilters>["query"];

/** Number of sources that are found at a time. A worker may stop in between. */
const sourcesAtOnce = 100;

export type Silence = {
  /** Sources with a label in the export. */
  readonly met: ReadonlySet<number>;
  /** Streams that the package must not have. A source without other streams is left out. */
  readonly withheld: ReadonlySet<number>;
  /** The id of the newest source when the export began. Later sources do not belong to it. */
  readonly newestSource: number;
};

/**
 * Finds the sources that belong to an export although it has no label of them: those that pass its filters by source,
 * place and import, and that recorded, or by their package stood there, within its filters by time. That a camera
 * recorded and nothing was seen is a result. An export of certain streams has no such sources. Stores what it has found.
 */
export async function silentSources(
  table: Table,
  stored: Pick<Stored, "once">,
  { filters: sent, createdMs }: Pick<ExportJob, "filters" | "createdMs">,
  { met, withheld, newestSource }: Silence,
): Promise<readonly MetSource[]> {
  const { query } = z.parse(ExportFilters, sent ?? {});
  const belongs = isIncluded(query);
  const recordedIn = recordedWithin(table, timeFiltersOf(query), createdMs);
  const inTurn = atMost(requestsAtOnce);
  const ids: readonly number[] = JSON.parse(
    await stored.once("silent/ids", async () => {
      const all = await everyRecord(table, "capturesource", keys.captureSource, CaptureSourceItem);
      const silent = all.filter((each) => each.id <= newestSource && !met.has(each.id) && belongs(each));
      return JSON.stringify(silent.map(({ id }) => id).toSorted((a, b) => a - b));
    }),
  );
  const found: MetSource[] = [];
  for (let at = 0; at < ids.length; at += sourcesAtOnce) {
    const some: readonly MetSource[] = JSON.parse(
      await stored.once(`silent/${at}`, async () => {
        const wanted = ids.slice(at, at + sourcesAtOnce);
        const sources = await readRecords(table, wanted, keys.captureSource, CaptureSourceItem);
        return JSON.stringify(
          (await Promise.all(sources.map((each) => inTurn(() => ofSource(each))))).flat(),
        );
      }),
    );
    found.push(...some);
  }
  return found.toSorted((a, b) => a.source.id - b.source.id);

  async function ofSource(source: CaptureSource): Promise<readonly MetSource[]> {
    const recorded = await recordedIn(source);
    if (recorded === undefined) return [];
    if (withheld.size > 0 && (await hasOnly(table, source.id, withheld))) return [];
    return [{ source: sourceRecord(source), ...recorded, labels: 0 }];
  }
}

function isIncluded(filters: Filters): (source: CaptureSource) => boolean {
  const { videostream, capturesource, location, near, bbox, import: job } = filters;
  const areas = [...(near ? [circle(near.centre, near.km)] : []), ...(bbox ? [box(bbox)] : [])];
  const there = location === undefined ? undefined : locationValue(location);
  return (source) =>
    videostream === undefined &&
    (capturesource === undefined || source.id === capturesource) &&
    (job === undefined || source.importId === job) &&
    (there === undefined || locationValue(source.location) === there) &&
    areas.every((isIn) => isIn(placeOf(source.location)));
}

/**
 * Returns a function for the time from the first to the last recording of a source; `undefined` if it recorded nothing
 * within the filters. A camera that has video of 2024 and of 2026 has none of 2025.
 * @param nowMs counts as the end of live streams
 */
function recordedWithin(table: Table, filters: TimeFilters, nowMs: number) {
  const window = windowOf(filters);
  const isFiltered = Object.values(filters).some((filter) => filter !== undefined);
  return async (source: CaptureSource): Promise<Recorded | undefined> => {
    const { id, timeZone } = source;
    const passes = ({ startMs, endMs = Math.max(startMs, nowMs) }: Recorded) =>
      everMatches(filters, { startMs, endMs }, timeZone);
    const kept = keptTimes(source);
    const recorded = await recordedSpan(table, id);
    if (kept !== undefined && passes(kept)) return recorded ?? kept;
    if (!isFiltered || recorded === undefined) return recorded;
    if (!passes(recorded)) return undefined;
    const within = await spansOfSource(table, id, window, { count: 0, max: Number.POSITIVE_INFINITY });
    return within.some(passes) ? recorded : undefined;
  };
}

/** The times of an imported deployment. */
function keptTimes({ camtrapDp }: CaptureSource): Recorded | undefined {
  const { deploymentStart, deploymentEnd } = camtrapDp ?? {};
  if (deploymentStart === undefined || deploymentEnd === undefined) return undefined;
  return { startMs: Date.parse(deploymentStart), endMs: Date.parse(deploymentEnd) };
}

async function hasOnly(table: Table, source: number, withheld: ReadonlySet<number>): Promise<boolean> {
  const streams = await streamIdsOfSource(table, source);
  return streams.length > 0 && streams.every((id) => withheld.has(id));
}
