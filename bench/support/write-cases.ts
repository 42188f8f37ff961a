import type { Annotation } from "../../shared/domain/annotation/annotation.ts";
import { withVote } from "../../shared/domain/annotation/vote.ts";
import { endStream, keepAlive } from "../../shared/domain/stream/live-stream.ts";
import type { VideoStream } from "../../shared/domain/stream/video-stream.ts";
import { durationBuckets } from "../../shared/index/duration-buckets.ts";
import { listValues } from "../../shared/index/listed-values.ts";
import { excerptDigest, rangeOf } from "../../shared/media/cut/excerpt.ts";
import { annotationWriter } from "../../shared/store/annotation/writer.ts";
import { mediaWriter } from "../../shared/store/media/writer.ts";
import { captureSourceWriter } from "../../shared/store/source/writer.ts";
import { videoStreamWriter } from "../../shared/store/stream/writer.ts";
import type { Table } from "../../shared/table/table.ts";
import { trackOf } from "./annotation-data.ts";
import type { DataSet } from "./data-set.ts";
import { createdId, newIdempotency } from "./idempotency.ts";
import type { WriteCase } from "./measure-writes.ts";

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/** Maximum cost of a write in write capacity units, including its Idempotency-Key. */
const budgets = {
  annotation: 47,
  vote: 16,
  leader: 20,
  field: 12,
  deletion: 57,
  stream: 32,
  still: 18,
} as const;

/**
 * All kinds of writes of the stores, in a table with the records of the data set. Their order matters: the first ones
 * create the streams that later ones end, correct and delete. Reads that a function makes before a write are not included.
 */
export function writeCases(table: Table, data: DataSet): readonly WriteCase[] {
  const { annotations, species, streams, sources } = data;
  const streamWriter = videoStreamWriter(table);
  const sourceWriter = captureSourceWriter(table);
  const mediaWrites = mediaWriter(table);
  const created: VideoStream[] = [];
  const live: VideoStream[] = [];
  const annotated: Annotation[] = [];
  const labels: Annotation[] = [];

  /**
   * A new stream like the i-th of the data set, at noon of its day, so that a correction by a minute stays within the
   * day.
   */
  const newStream = (i: number) => {
    const startMs = Math.floor(at(streams, i).startMs / dayMs) * dayMs + dayMs / 2;
    return { ...at(streams, i), live: undefined, startMs, endMs: startMs + hourMs };
  };
  const update = async (list: VideoStream[], i: number, change: (stream: VideoStream) => VideoStream) => {
    const before = at(list, i);
    const after = change(before);
    expectDone(await streamWriter.update(before, after), "updated");
    list[i % list.length] = { ...after, version: before.version + 1 };
  };

  /** A species that has no vote on the annotation. */
  const nextSpecies = ({ identifications }: Annotation) =>
    1 + ((identifications[0]?.species ?? 0) % species.length);
  const change = async (list: Annotation[], i: number, changed: (before: Annotation) => Annotation) => {
    const before = at(list, i);
    const after = await annotationWriter(table).update(before, changed(before));
    if (typeof after === "string") throw new Error(`The annotation was not updated: ${after}`);
    list[i % list.length] = after;
  };
  /** A vote of a user who has not voted on the annotation. */
  const vote = (list: Annotation[], i: number, speciesOf: (annotation: Annotation) => number) =>
    change(list, i, (before) => withVote(before, { id: speciesOf(before) }, 1_000_000 + before.version));

  return [
    {
      name: "create stream",
      budgetWcu: budgets.stream,
      async run(i) {
        const stream = newStream(i);
        created.push({
          ...stream,
          id: createdId(await streamWriter.create(async () => stream, newIdempotency())),
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
          id: createdId(await streamWriter.create(async () => stream, newIdempotency())),
          version: 1,
        });
      },
    },
    {
      name: "heartbeat of a live stream",
      run: (i) => update(live, i, (stream) => keepAlive(stream, stream.startMs + hourMs)),
    },
    {
      name: "end live stream",
      run: (i) => update(live, i, (stream) => endStream(stream, stream.startMs + 2 * hourMs, "site")),
    },
    {
      name: "correct times by a minute",
      run: (i) => update(created, i, (stream) => moved(stream, 60_000)),
    },
    {
      name: "correct times to another year",
      run: (i) => update(created, i, (stream) => moved(stream, 366 * dayMs)),
    },
    {
      name: "delete stream",
      run: async (i) => expectDone(await streamWriter.delete(at(created, i)), "deleted"),
    },
    {
      name: "create capture source",
      async run(i) {
        createdId(await sourceWriter.create({ ...at(sources, i), siteId: 1_000_000 + i }, newIdempotency()));
      },
    },
    {
      name: "record a still, with its task",
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
      name: "create annotation with eleven terms",
      budgetWcu: budgets.annotation,
      async run(i) {
        const annotation = withElevenTerms(at(annotations, i), data);
        const id = createdId(await annotationWriter(table).create(async () => annotation, newIdempotency()));
        annotated.push({ ...annotation, id, version: 1 });
      },
    },
    {
      name: "create annotation with eleven terms and 58 boxes",
      async run(i) {
        const annotation = withElevenTerms(at(annotations, i), data);
        const keypoints = trackOf({ ...annotation, id: 20 });
        const built = { ...annotation, keypoints };
        createdId(await annotationWriter(table).create(async () => built, newIdempotency()));
      },
    },
    {
      name: "create a machine's label with the same terms",
      async run(i) {
        const like = withElevenTerms(at(annotations, i), data);
        const label = { ...like, method: "machine", confidence: 0.9, identifications: [] } as const;
        const id = createdId(await annotationWriter(table).create(async () => label, newIdempotency()));
        labels.push({ ...label, id, version: 1 });
      },
    },
    {
      name: "first vote on a machine's label",
      budgetWcu: budgets.leader,
      run: (i) => vote(labels, i, nextSpecies),
    },
    {
      name: "vote for the same species",
      budgetWcu: budgets.vote,
      run: (i) => vote(labels, i, ({ identifications }) => identifications[0]?.species ?? 0),
    },
    {
      name: "vote for another species",
      budgetWcu: budgets.leader,
      run: (i) => vote(annotated, i, nextSpecies),
    },
    {
      name: "change the end of an annotation",
      budgetWcu: budgets.field,
      run: (i) => change(annotated, i, (before) => ({ ...before, endMs: before.endMs + 500 })),
    },
    {
      name: "delete annotation",
      budgetWcu: budgets.deletion,
      run: async (i) => expectDone(await annotationWriter(table).delete(at(annotated, i)), "deleted"),
    },
  ];
}

/**
 * Lists every species and duration bucket, as a function does with its first annotation of each species and its first
 * stream of each bucket.
 */
export async function listEveryValue(table: Table, { species }: DataSet): Promise<void> {
  const ids = species.map(({ id }) => id);
  const buckets = durationBuckets.map((_, i) => i + 1);
  await Promise.all([listValues(table, "annotation", ids), listValues(table, "videostream", buckets)]);
}

/** The annotation without a track, with both names of its species in its observation, and with a vote for that species. */
export function withElevenTerms(annotation: Annotation, { species }: DataSet): Annotation {
  const { scientificName, commonName } = at(species, (annotation.identifications[0]?.species ?? 1) - 1);
  return { ...annotation, observation: { species: scientificName, common_name: commonName } };
}

function moved(stream: VideoStream, byMs: number): VideoStream {
  return { ...stream, startMs: stream.startMs + byMs, endMs: (stream.endMs ?? stream.startMs) + byMs };
}

function expectDone(result: unknown, done: string): void {
  if (result !== done) throw new Error(`Expected "${done}", got ${JSON.stringify(result)}`);
}

/** Returns the i-th element of a list, counting again from the start after the end of the list. */
export function at<T>(list: readonly T[], i: number): T {
  const found = list[i % list.length];
  if (found === undefined) throw new Error("The list is empty");
  return found;
}
