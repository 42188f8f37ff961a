import * as z from "zod/mini";
import { ExportFilters } from "../../../domain/job/export-filters.ts";
import type { ExportJob } from "../../../domain/job/export-job.ts";
import { locationValue, placeOf } from "../../../domain/place/location.ts";
import { box, circle } from "../../../domain/place/sphere.ts";
import type { CaptureSource } from "../../../domain/source/capture-source.ts";
import { timeFiltersOf } from "../../../domain/time/filters.ts";
import type { Span } from "../../../domain/time/local-days.ts";
import { momentAt } from "../../../domain/time/moment.ts";
import type { Recorded } from "../../../formats/camtrap-dp/write/deployments.ts";
import { streamIdsOfSource } from "../../../index/list-index.ts";
import { atMost } from "../../../runtime/at-most.ts";
import { CaptureSourceItem } from "../../../store/source/item.ts";
import { keys } from "../../../table/schema.ts";
import type { Table } from "../../../table/table.ts";
import { everyRecord, requestsAtOnce } from "../read-records.ts";
import type { RecordedOf } from "./gathered.ts";
import { sourceRecord } from "./records.ts";
import type { MetSource } from "./summary.ts";

type Filters = z.infer<typeof ExportFilters>["query"];

/**
 * Finds the sources that belong to an export although it has no label of them: those that pass its filters by source,
 * place and import, and that recorded within its filters by time. That a camera recorded and nothing was seen is a
 * result. An export of certain streams has no such sources.
 * @param met the ids of sources with a label
 * @param withheld streams that the package must not have. A source without other streams is left out
 */
export async function silentSources(
  table: Table,
  { filters: sent }: Pick<ExportJob, "filters">,
  recordedOf: RecordedOf,
  met: ReadonlySet<number>,
  withheld: ReadonlySet<number>,
): Promise<readonly MetSource[]> {
  const { query } = z.parse(ExportFilters, sent ?? {});
  const belongs = isIncluded(query);
  const all = await everyRecord(table, "capturesource", keys.captureSource, CaptureSourceItem);
  const inTurn = atMost(requestsAtOnce);
  const found = all
    .filter((source) => !met.has(source.id) && belongs(source))
    .toSorted((a, b) => a.id - b.id)
    .map((source) =>
      inTurn(async () => {
        const recorded = (await recordedOf(source.id)) ?? keptTimes(source);
        if (recorded === undefined || !isWithin(query, source, recorded)) return [];
        if (withheld.size > 0 && (await hasOnly(table, source.id, withheld))) return [];
        return [{ source: sourceRecord(source), ...recorded, labels: 0 }];
      }),
    );
  return (await Promise.all(found)).flat();
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

/** The times of a deployment that was imported without files. */
function keptTimes({ camtrapDp }: CaptureSource): Recorded | undefined {
  const { deploymentStart, deploymentEnd } = camtrapDp ?? {};
  if (deploymentStart === undefined || deploymentEnd === undefined) return undefined;
  return { startMs: Date.parse(deploymentStart), endMs: Date.parse(deploymentEnd) };
}

function isWithin(filters: Filters, { timeZone }: CaptureSource, { startMs, endMs }: Recorded): boolean {
  const { time, days } = timeFiltersOf(filters);
  const local = (ms: number) => ms + momentAt(ms, timeZone).offsetMinutes * 60_000;
  const overlaps = (span: Span | undefined, clock: (ms: number) => number) =>
    span === undefined ||
    (clock(startMs) < span.toMs && (endMs === undefined || clock(endMs) >= span.fromMs));
  return overlaps(time, (ms) => ms) && overlaps(days, local);
}

async function hasOnly(table: Table, source: number, withheld: ReadonlySet<number>): Promise<boolean> {
  const streams = await streamIdsOfSource(table, source);
  return streams.length > 0 && streams.every((id) => withheld.has(id));
}
