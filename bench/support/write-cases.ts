import type { Annotation } from "../../shared/domain/annotation.ts";
import { endStream, keepAlive, type VideoStream } from "../../shared/domain/video-stream.ts";
import { excerptDigest, rangeOf } from "../../shared/media/excerpt.ts";
import { annotationWriter } from "../../shared/store/annotation-writer.ts";
import { captureSourceWriter } from "../../shared/store/capture-source-writer.ts";
import { mediaWriter } from "../../shared/store/media-writer.ts";
import { videoStreamWriter } from "../../shared/store/video-stream-writer.ts";
import type { Table } from "../../shared/table/table.ts";
import { trackOf } from "./annotation-data.ts";
import type { DataSet } from "./data-set.ts";
import { madeId, newAttempt } from "./idempotency.ts";
import type { WriteCase } from "./measure-writes.ts";

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/** What a write may cost in write capacity units, its Idempotency-Key included. */
const budgets = { annotation: 33, stream: 30, still: 18 } as const;

/**
 * Each write of the stores, among the records of the data set. They follow one another: the streams that one
 * makes are ended, corrected and deleted by the next. What a function reads before it writes is not in it.
 */
export function writeCases(table: Table, data: DataSet): readonly WriteCase[] {
  const { annotations, species, streams, sources } = data;
  const streamWriter = videoStreamWriter(table);
  const sourceWriter = captureSourceWriter(table);
  const mediaWrites = mediaWriter(table);
  const made: VideoStream[] = [];
  const live: VideoStream[] = [];
  const labelled: Annotation[] = [];

  /** A stream like the i-th of the data set, which the store then has as version 1. */
  const newStream = (i: number) => ({
    ...at(streams, i),
    live: undefined,
    endMs: at(streams, i).startMs + hourMs,
  });
  const update = async (list: VideoStream[], i: number, change: (stream: VideoStream) => VideoStream) => {
    const before = at(list, i);
    const after = change(before);
    expectDone(await streamWriter.update(before, after), "updated");
    list[i % list.length] = { ...after, version: before.version + 1 };
  };

  return [
    {
      name: "create stream",
      budgetWcu: budgets.stream,
      async run(i) {
        const stream = newStream(i);
        made.push({
          ...stream,
          id: madeId(await streamWriter.create(async () => stream, newAttempt())),
          version: 1,
        });
      },
    },
    {
      name: "start live stream",
      budgetWcu: budgets.stream,
      async run(i) {
        const stream = {
          ...newStream(i),
          endMs: undefined,
          live: { aliveMs: undefined, endedBy: undefined },
        };
        live.push({
          ...stream,
          id: madeId(await streamWriter.create(async () => stream, newAttempt())),
          version: 1,
        });
      },
    },
    {
      name: "keep live stream alive",
      run: (i) => update(live, i, (stream) => keepAlive(stream, stream.startMs + hourMs)),
    },
    {
      name: "end live stream",
      run: (i) => update(live, i, (stream) => endStream(stream, stream.startMs + 2 * hourMs, "site")),
    },
    {
      name: "correct times, by a minute",
      run: (i) => update(made, i, (stream) => moved(stream, 60_000)),
    },
    {
      name: "correct times, to another year",
      run: (i) => update(made, i, (stream) => moved(stream, 366 * dayMs)),
    },
    {
      name: "delete stream",
      run: async (i) => expectDone(await streamWriter.delete(at(made, i)), "deleted"),
    },
    {
      name: "create capture source",
      async run(i) {
        madeId(await sourceWriter.create({ ...at(sources, i), siteId: 1_000_000 + i }, newAttempt()));
      },
    },
    {
      name: "record a still, its note included",
      budgetWcu: budgets.still,
      async run(i) {
        const [stream, excerpt] = [at(live, i), { kind: "still", atMs: i } as const];
        const id = await mediaWrites.reserve(0);
        const cut = excerptDigest(stream, excerpt);
        const file = { type: "image/jpeg", sizeBytes: 100_000, sha256: undefined, createdMs: 0 } as const;
        const still = { id, ...file, stream: stream.id, range: rangeOf(excerpt), cut };
        expectDone(await mediaWrites.recordCut(still), "recorded");
      },
    },
    {
      name: "create annotation, eleven terms",
      budgetWcu: budgets.annotation,
      async run(i) {
        const annotation = withElevenTerms(at(annotations, i), data);
        const id = madeId(await annotationWriter(table).create(async () => annotation, newAttempt()));
        labelled.push({ ...annotation, id, version: 1 });
      },
    },
    {
      name: "create annotation, the same with 58 boxes",
      async run(i) {
        const annotation = withElevenTerms(at(annotations, i), data);
        const keypoints = trackOf({ ...annotation, id: 20 });
        const built = { ...annotation, keypoints };
        madeId(await annotationWriter(table).create(async () => built, newAttempt()));
      },
    },
    {
      name: "identify annotation as one more species",
      async run(i) {
        const before = at(labelled, i);
        const more = 1 + ((before.identifications[0]?.species ?? 0) % species.length);
        const identifications = [...before.identifications, { species: more, voters: [1] }];
        const after = await annotationWriter(table).update(before, { ...before, identifications });
        if (typeof after === "string") throw new Error(`Not updated: ${after}`);
        labelled[i % labelled.length] = after;
      },
    },
    {
      name: "delete annotation",
      run: async (i) => expectDone(await annotationWriter(table).delete(at(labelled, i)), "deleted"),
    },
  ];
}

/** The annotation without a track, noted under both names of its species, and identified as it. */
export function withElevenTerms(annotation: Annotation, { species }: DataSet): Annotation {
  const { scientificName, commonName } = at(species, (annotation.identifications[0]?.species ?? 1) - 1);
  return { ...annotation, observation: { species: scientificName, common_name: commonName } };
}

function moved(stream: VideoStream, byMs: number): VideoStream {
  return { ...stream, startMs: stream.startMs + byMs, endMs: (stream.endMs ?? stream.startMs) + byMs };
}

function expectDone(result: unknown, done: string): void {
  if (result !== done) throw new Error(`Not ${done}: ${JSON.stringify(result)}`);
}

/** From anywhere in a list, the same for the same `i`. */
export function at<T>(list: readonly T[], i: number): T {
  const found = list[i % list.length];
  if (found === undefined) throw new Error("An empty list");
  return found;
}
