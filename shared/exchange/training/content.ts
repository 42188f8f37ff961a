import type { Dataset } from "../../domain/dataset.ts";
import type { ExportJob } from "../../domain/export-job.ts";
import { splitParts } from "../../domain/split.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { partOf } from "../../interchange/training/split.ts";
import type { Stored, Warn } from "../export-format.ts";
import { type ZipEntry, zipped } from "../zip.ts";
import { type Buckets, byStream } from "./by-stream.ts";
import { jsonFile } from "./json-file.ts";
import { type Met, readMet, type SizedStream, sizedStreams } from "./met.ts";
import type { OtherPiece } from "./others.ts";
import { labelsTable, summaryTable } from "./piece.ts";
import type { FirstIds, TrainingSet } from "./sets.ts";
import { type Survey, surveyed } from "./survey.ts";

export type TrainingDeps = {
  readonly set: TrainingSet;
  readonly job: Pick<ExportJob, "options" | "createdMs">;
  readonly dataset: Dataset | undefined;
  readonly buckets: number;
  readonly mostEntries?: number | undefined;
  /** See `otherLabels`. */
  readonly others: (stored: Stored, streams: readonly number[]) => AsyncIterable<OtherPiece>;
};

/** The zip of a training set: a file of JSON for each part, made stream by stream. */
export async function* trainingContent(
  deps: TrainingDeps,
  stored: Stored,
  warn: Warn,
): AsyncGenerator<Uint8Array> {
  const { set, job } = deps;
  const { fps, split } = job.options;
  const streamIds = sizedStreams(await readMet(stored.table(summaryTable))).map(({ id }) => id);
  const otherPieces = () => deps.others(stored, streamIds);
  const met = await readMet(chain(stored.table(summaryTable), tableOf(otherPieces(), summaryTable)));
  warnOfSizes(met, warn);
  const labels: Buckets = {
    count: deps.buckets,
    pieces: (bucket) => chain(stored.table(labelsTable(bucket)), tableOf(otherPieces(), labelsTable(bucket))),
  };
  // In the order in which they are read, so that ids ascend.
  const streams = sizedStreams(met).toSorted(
    (a, b) => (a.id % deps.buckets) - (b.id % deps.buckets) || a.id - b.id,
  );
  const survey = await surveyed(stored, () => byStream(labels, streams), set, fps, deps.mostEntries);
  const categories = [...met.categories.values()]
    .filter(({ id }) => survey.categories.has(id))
    .toSorted((a, b) => a.id - b.id);
  const head = headOf(deps);
  const entryOf = (name: string, own: readonly SizedStream[]): ZipEntry => ({
    name: `${name}.json`,
    content: () => jsonFile(head, { ...listsOf(set, own, survey, labels, fps), categories: [categories] }),
  });
  const having = streams.filter(({ id }) => survey.streams.has(id));
  if (split === null) return yield* zipped([entryOf("annotations", having)], job.createdMs);
  const parts = splitParts
    .filter((part) => split[part] > 0)
    .map((part) => ({ part, own: having.filter(({ source }) => partOf(source, split) === part) }));
  for (const { part, own } of parts) if (own.length === 0) warn("part-empty", part);
  yield* zipped(
    parts.map(({ part, own }) => entryOf(part, own)),
    job.createdMs,
  );
}

type Lists = Parameters<typeof jsonFile>[1];

/** The lists of a file, a stream at a time. */
function listsOf(
  set: TrainingSet,
  streams: readonly SizedStream[],
  survey: Survey,
  labels: Buckets,
  fps: number,
): Lists {
  const ofStreams = Object.entries(set.ofStreams).map(([name, entryOf]) => {
    function* list() {
      for (const stream of streams) yield [entryOf(stream, survey.streams.get(stream.id) ?? [])];
    }
    return [name, list()] as const;
  });
  const ofClips = Object.entries(set.ofClips).map(([name, entriesOf]) => {
    async function* list() {
      // Each file counts from 1.
      let first: FirstIds = { picture: 1, annotation: 1 };
      for await (const { stream, labels: own } of byStream(labels, streams)) {
        for (const clip of set.clips(stream, own, fps)) {
          yield entriesOf(stream, clip, first, fps);
          first = after(first, set.idsOf(clip));
        }
      }
    }
    return [name, list()] as const;
  });
  return Object.fromEntries([...ofStreams, ...ofClips]);
}

function after(first: FirstIds, more: FirstIds): FirstIds {
  return { picture: first.picture + more.picture, annotation: first.annotation + more.annotation };
}

function headOf({ dataset, job, set }: TrainingDeps) {
  const licenses = (dataset?.licenses ?? []).filter(({ scope }) => scope === "media");
  return {
    info: {
      description: dataset?.title ?? "Annotations of wildlife videos",
      version: dataset?.version ?? "1",
      date_created: formatTimestamp(job.createdMs),
      format: set.name,
    },
    licenses: licenses.map(({ name, title, path }, i) => ({
      id: i + 1,
      name: name ?? title ?? path,
      url: path,
    })),
  };
}

function warnOfSizes({ streams }: Met, warn: Warn): void {
  const unsized = [...streams.values()].filter(({ size }) => size === undefined);
  if (unsized[0]) warn("stream-size-unknown", `stream ${unsized[0].id}`, unsized.length);
}

async function* tableOf(pieces: AsyncIterable<OtherPiece>, table: string): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield Buffer.from(piece[table] ?? "");
}

async function* chain<T>(...parts: readonly AsyncIterable<T>[]): AsyncGenerator<T> {
  for (const part of parts) yield* part;
}
