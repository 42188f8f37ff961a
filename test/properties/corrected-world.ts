import { segmentsOf } from "../../bench/support/data-set-items.ts";
import { type Annotation, annotationTerms } from "../../shared/domain/annotation/annotation.ts";
import { makeAnnotation } from "../../shared/domain/annotation/make-annotation.ts";
import type { MediaObjects } from "../../shared/media/files/objects.ts";
import { annotationItem } from "../../shared/store/annotation/item.ts";
import { captureSourceById } from "../../shared/store/source/reader.ts";
import { captureSourceWriter } from "../../shared/store/source/writer.ts";
import { videoStreamById } from "../../shared/store/stream/reader.ts";
import { videoStreamWriter } from "../../shared/store/stream/writer.ts";
import { retryChanged } from "../../shared/table/retry-changed.ts";
import { keys } from "../../shared/table/schema.ts";
import type { Table } from "../../shared/table/table.ts";
import { movedParents } from "../../shared/table/tasks.ts";
import { putAll } from "../support/dynamo/bulk.ts";
import { plainSource, plainStream } from "../support/plain-records.ts";
import { below, type Random } from "../support/seeded-random.ts";

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
export const firstStartMs = Date.UTC(2026, 2, 28, 12);
const endMs = Date.UTC(2027, 0, 1);

/** Time zones of the sources 1 and 2. In the first zone, daylight saving begins on 29 March. */
const zones = ["Europe/Brussels", "-03:30"] as const;

/** The sources of the streams 1, 2 and 3. */
const sourceOf = [1, 1, 2] as const;

/** The observer of the annotations that only corrections change. */
export const untouched = "nobody else";

/** The clean-ups of these tests find no files. */
export const noObjects: MediaObjects = {
  exists: async () => false,
  delete: async () => {},
} as unknown as MediaObjects;

/**
 * Fills a table with three streams of two sources, and with annotations over five days: `count` of the first stream,
 * and `others` of the other two.
 */
export async function fillWorld(
  table: Table,
  count: number,
  random: Random,
  others = 60,
): Promise<readonly Annotation[]> {
  for (const [i, timeZone] of zones.entries()) {
    const source = { ...plainSource, name: `Camera ${i + 1}`, location: "1,1", cameraHardware: "", timeZone };
    await captureSourceWriter(table).create(source, undefined);
  }
  for (const source of sourceOf) {
    const stream = { ...plainStream, source, url: "https://example.org/a", startMs: firstStartMs, endMs };
    await videoStreamWriter(table).create(async () => stream, undefined);
  }
  const annotations = Array.from({ length: count + others }, (_, i): Annotation => {
    const stream = i < count ? 1 : 2 + (i % 2);
    const start = below(random, 5 * 24) * hourMs + below(random, 3);
    const fields = {
      ...{ videostreamId: stream, timespan: { start, end: start + 1000 } },
      ...{ observer: untouched, observation: { mark: String(i) } },
    };
    const source = sourceOf[stream - 1] ?? 1;
    const made = makeAnnotation(
      { shape: "observation", fields },
      {
        stream: { ...plainStream, id: stream, version: 1, source, url: "", startMs: firstStartMs, endMs },
        timeZone: zones[source - 1],
        author: { id: 1, source: undefined },
        ...{ votes: [], nowMs: 0 },
      },
    );
    return { ...made, id: i + 1, version: 1 };
  });
  const shards = Map.groupBy(annotations, ({ id, videostream }) =>
    JSON.stringify(keys.childCount(keys.videoStream(videostream), (id - 1) % 32)),
  );
  await putAll(table, [
    ...annotations.map(annotationItem),
    ...segmentsOf("annotation", annotations, annotationTerms),
    ...[...shards].map(([key, { length }]) => ({ ...JSON.parse(key), n: length })),
    { ...keys.counter("A"), n: annotations.length } as { pk: string; sk: string },
  ]);
  return annotations;
}

/** Corrects the start of a stream, and leaves its annotations to the clean-up. */
export async function correctStart(table: Table, id: number, startMs: number): Promise<void> {
  await retryChanged(async () => {
    const stream = await videoStreamById(table)(id);
    if (stream === undefined) throw new Error(`There is no stream ${id}`);
    const updated = await videoStreamWriter(table).update(stream, { ...stream, startMs });
    if (typeof updated === "object") throw new Error("refused");
    return updated;
  });
}

/** Corrects the time zone of a source, and leaves its annotations to the clean-up. */
export async function correctZone(table: Table, id: number, timeZone: string | undefined): Promise<void> {
  await retryChanged(async () => {
    const source = await captureSourceById(table)(id);
    if (source === undefined) throw new Error(`There is no source ${id}`);
    return captureSourceWriter(table).update(source, { ...source, timeZone });
  });
}

/** Returns the number of corrections that are not yet carried over to all annotations. */
export async function pendingCorrections(table: Table): Promise<number> {
  const { streams, sources } = await movedParents(table);
  return streams.length + sources.length;
}
