import type { Dataset } from "../../../domain/dataset/dataset.ts";
import type { ExportJob } from "../../../domain/job/export-job.ts";
import { splitParts } from "../../../domain/job/split.ts";
import { formatTimestamp } from "../../../domain/time/timestamp.ts";
import { pictureName } from "../../../formats/training/picture.ts";
import { partOf } from "../../../formats/training/split.ts";
import type { Warn } from "../../../work/warnings.ts";
import { type ZipEntry, zipped } from "../../../work/zip.ts";
import type { Stored } from "../format.ts";
import { stillsOfExport } from "../stills/stills-of-export.ts";
import { type Buckets, byStream } from "./by-stream.ts";
import { jsonFile } from "./json-file.ts";
import { type LabelledDeps, labelledStreams } from "./labelled.ts";
import type { Met, SizedStream } from "./met.ts";
import type { FirstIds, TrainingSet } from "./sets.ts";
import { type Survey, surveyed } from "./survey.ts";
import { withStills } from "./with-stills.ts";

export type TrainingDeps = LabelledDeps & {
  readonly set: TrainingSet;
  readonly job: Pick<ExportJob, "id" | "options" | "createdMs">;
  readonly dataset: Dataset | undefined;
  readonly limits: TrainingLimits;
};

/** Limits that tests reduce: see `surveyed`, `bucketsFor` and `stillsOfExport`. */
export type TrainingLimits = {
  readonly mostEntries?: number;
  readonly inBucket?: number;
  readonly volumeBytes?: number;
};

/** The stills of a training set, and the files for them. */
export function stillsOfTraining({ limits }: Pick<TrainingDeps, "limits">, stored: Stored, warn: Warn) {
  return stillsOfExport(stored.stills, warn, pictureName, limits.volumeBytes);
}

/**
 * Yields the first zip of a training set: a JSON file for each part, written stream by stream, and the first stills.
 */
export async function* trainingContent(
  deps: TrainingDeps,
  stored: Stored,
  warn: Warn,
): AsyncGenerator<Uint8Array> {
  const { job } = deps;
  const { fps, split } = job.options;
  const { met, streams, labels } = await labelledStreams(deps, stored);
  warnOfSizes(met, warn);
  const stills = job.options.stills ? await stillsOfTraining(deps, stored, warn) : undefined;
  const set = stills === undefined ? deps.set : withStills(deps.set, stills.byStream);
  const survey = await surveyed(stored, () => byStream(labels, streams), set, fps, deps.limits.mostEntries);
  const categories = [...met.categories.values()]
    .filter(({ id }) => survey.categories.has(id))
    .toSorted((a, b) => a.id - b.id);
  const head = headOf(deps);
  const entryOf = (name: string, own: readonly SizedStream[]): ZipEntry => ({
    name: `${name}.json`,
    content: () => jsonFile(head, { ...listsOf(set, own, survey, labels, fps), categories: [categories] }),
  });
  const having = streams.filter(({ id }) => survey.streams.has(id));
  const pictures = stills?.volumes[0] ?? [];
  if (split === null) return yield* zipped([entryOf("annotations", having), ...pictures], job.createdMs);
  const parts = splitParts
    .filter((part) => split[part] > 0)
    .map((part) => ({ part, own: having.filter(({ source }) => partOf(source, split) === part) }));
  for (const { part, own } of parts) if (own.length === 0) warn("part-empty", part);
  yield* zipped([...parts.map(({ part, own }) => entryOf(part, own)), ...pictures], job.createdMs);
}

type Lists = Parameters<typeof jsonFile>[1];

/** The lists of a file, which are read one stream at a time. */
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
