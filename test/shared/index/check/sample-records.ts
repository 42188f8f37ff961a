import { type Annotation, annotationTerms } from "../../../../shared/domain/annotation/annotation.ts";
import { idAt } from "../../../../shared/index/position.ts";
import { annotationItem } from "../../../../shared/store/annotation/item.ts";
import { userWriter } from "../../../../shared/store/person/user-writer.ts";
import { captureSourceWriter } from "../../../../shared/store/source/writer.ts";
import { videoStreamWriter } from "../../../../shared/store/stream/writer.ts";
import type { Key, Table } from "../../../../shared/table/table.ts";
import { putAll, segmentItems } from "../../../support/dynamo/bulk.ts";
import { readAll } from "../../../support/dynamo/read-all.ts";
import { plainAnnotation, plainSource, plainStream } from "../../../support/plain-records.ts";
import { below, oneOf, type Random } from "../../../support/seeded-random.ts";

const day = 24 * 3600 * 1000;

/** Writes records of several types through the stores, and annotations with distant ids in bulk. Returns all items. */
export async function sampleItems(table: Table, random: Random): Promise<readonly Key[]> {
  const concurrently = (count: number, create: (i: number) => Promise<unknown>) =>
    Promise.all(Array.from({ length: count }, (_, i) => create(i)));
  await concurrently(12, async (i) => {
    const user = await userWriter(table).register(`user${i}@example.org`, "annotator", undefined);
    if (user !== "changed-meanwhile" && i % 4 === 0) await userWriter(table).update(user, { disabled: true });
  });
  await concurrently(12, (i) => captureSourceWriter(table).create(randomSource(random, i), undefined));
  await concurrently(60, (i) =>
    videoStreamWriter(table).create(async () => randomStream(random, i), undefined),
  );
  const annotations = Array.from({ length: 90 }, (_, i) => randomAnnotation(random, annotationIds(i)));
  await putAll(table, annotations.map(annotationItem));
  await putAll(table, segmentsOf(annotations));
  return (await readAll(table)) as readonly Key[];
}

/** Most ids are at the start of the second superblock. Some are in the last places of two segments of the first. */
function annotationIds(i: number): number {
  return i < 20 ? idAt({ superblock: 0, stripe: i % 2, place: 4095 - (i >> 1) }) : 131_072 + i - 19;
}

export function randomSource(random: Random, i: number) {
  const name = `camera ${below(random, 5)}`;
  return {
    name,
    location: `${below(random, 3)},2`,
    cameraHardware: "x",
    ...plainSource,
    siteId: i,
  };
}

export function randomStream(random: Random, i: number) {
  const startMs = Date.UTC(2024, 11, 1) + below(random, 60) * day + i;
  return {
    source: 1 + below(random, 12),
    url: "https://x",
    startMs,
    endMs: startMs + 1000,
    ...plainStream,
  };
}

function randomAnnotation(random: Random, id: number): Annotation {
  return {
    id,
    videostream: 1 + below(random, 60),
    source: 1 + below(random, 12),
    startMs: 0,
    endMs: 1000,
    keypoints: undefined,
    boundingBox: undefined,
    observer: oneOf(random, ["ann", "bea", "cy"]),
    observation: { species: oneOf(random, ["wolf", "lynx"]), recordFaults: `${below(random, 100)}` },
    identifications: Array.from({ length: below(random, 3) }, (_, i) => ({
      species: 1 + i,
      blank: false,
      voters: [1],
    })),
    ...plainAnnotation,
    importId: oneOf(random, [undefined, 1, 2]),
    author: { id: 1, source: undefined },
    createdMs: 0,
    changedMs: 0,
    version: 1,
  };
}

function segmentsOf(annotations: readonly Annotation[]): Key[] {
  const pairs = annotations.flatMap((annotation) =>
    annotationTerms(annotation).map((term) => ({ term, id: annotation.id })),
  );
  const byTerm = Map.groupBy(pairs, ({ term }) => JSON.stringify(term));
  return [...byTerm.values()].flatMap(([first, ...more]) => {
    const ids = [first, ...more].flatMap((pair) => pair?.id ?? []);
    return first ? [...segmentItems("annotation", first.term, ids)] : [];
  });
}
