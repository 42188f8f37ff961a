import type { Annotation } from "../../../domain/annotation/annotation.ts";
import type { FrameSize } from "../../../domain/stream/frame-size.ts";
import { isStandIn } from "../../../formats/camtrap-dp/stand-in.ts";
import type { Lookups } from "../../../formats/camtrap-dp/write/records.ts";
import { isSelected, type Machines } from "../../../formats/camtrap-dp/write/selected.ts";
import type { Joined } from "../../../formats/joined.ts";
import type { TrainingStream } from "../../../formats/training/picture.ts";
import { categoryOf, type TrainingLabel, unidentified } from "../../../formats/training/training-label.ts";
import { jsonLine } from "../../../work/json-lines.ts";
import type { Piece } from "../format.ts";
import { labelLine } from "./label-lines.ts";
import type { TrainingSet } from "./sets.ts";

export type Category = {
  readonly id: number;
  readonly name: string;
  readonly supercategory: string;
  readonly common_name?: string;
};

/** A stream in a piece, and the size of its lines there in bytes. */
export type MetStream = Omit<TrainingStream, "size"> & {
  readonly size: FrameSize | undefined;
  readonly bytes: number;
};

/** The streams and categories of a batch of annotations: a line of JSON. */
export type Summary = { readonly streams: readonly MetStream[]; readonly categories: readonly Category[] };

export const summaryTable = "summary";

/** Average number of labels in a bucket. Labels that must be compared are read bucket by bucket. */
const labelsInBucket = 25_000;

/** The number of buckets for the streams of an export. Each bucket is a table. */
export function bucketsFor(total: number, inBucket = labelsInBucket): number {
  return Math.max(1, Math.ceil(total / inBucket));
}

export function labelsTable(bucket: number): string {
  return `labels-${bucket}`;
}

export function trainingTables(buckets: number): readonly string[] {
  return [...Array.from({ length: buckets }, (_, bucket) => labelsTable(bucket)), summaryTable];
}

/** Settings for converting labels to the labels of a training set. */
export type Teaching = {
  readonly lookups: Pick<Lookups, "species" | "speciesNamed">;
  readonly machine: Machines;
  readonly teaches: TrainingSet["teaches"];
  /** See `bucketsFor`. A stream is in the bucket of its id modulo their number. */
  readonly buckets: number;
};

/**
 * Makes the labels of a batch, and their streams.
 * @param matches true if the labels pass the filters of the export
 */
export function trainingPiece(
  joined: Joined,
  { lookups, machine, teaches, buckets }: Teaching,
  matches: boolean,
): Piece {
  const streams = new Map<number, MetStream>();
  const categories = new Map<number, Category>();
  const leftOut = new Set<number>();
  const texts: Record<string, string> = {};
  let gone = 0;
  for (const annotation of joined.annotations) {
    const met = streams.get(annotation.videostream) ?? metStream(annotation, joined);
    if (met === undefined) {
      gone += 1;
      continue;
    }
    const label = labelIn(annotation);
    if (label === undefined || !label.isTrue || met.size === undefined || !teaches(label)) {
      leftOut.add(annotation.id);
    }
    const line = label === undefined || met.size === undefined ? "" : labelLine(met.id, label);
    const table = labelsTable(met.id % buckets);
    texts[table] = (texts[table] ?? "") + line;
    streams.set(met.id, { ...met, bytes: met.bytes + line.length });
    if (line !== "" && label && label.category !== "nothing") addCategory(label.category);
  }
  const summary: Summary = { streams: [...streams.values()], categories: [...categories.values()] };
  return { texts: { ...texts, [summaryTable]: jsonLine(summary) }, gone, leftOut };

  function labelIn(annotation: Annotation): TrainingLabel | undefined {
    const { id, startMs, endMs, keypoints, boundingBox } = annotation;
    const category = categoryOf(annotation, lookups);
    if (category === undefined) return undefined;
    const isTrue = isSelected(annotation, machine);
    return { id, startMs, endMs, keypoints, boundingBox, category, isTrue, matches };
  }

  function addCategory(id: number): void {
    if (!categories.has(id)) categories.set(id, categoryNamed(id, joined.species(id) ?? lookups.species(id)));
  }
}

/** `undefined` if the stream or its source was deleted meanwhile. A stand-in stream gets no size. */
function metStream(annotation: Annotation, joined: Joined): MetStream | undefined {
  const [stream, source] = [joined.stream(annotation.videostream), joined.source(annotation.source)];
  if (stream === undefined || source === undefined) return undefined;
  const { id, url, startMs } = stream;
  return {
    ...{ id, source: source.id, startMs, timeZone: source.timeZone },
    size: isStandIn(url) ? undefined : stream.size,
    url: joined.sensitivityAt(source) === "none" ? url : undefined,
    bytes: 0,
  };
}

type Named = {
  readonly scientificName: string;
  readonly commonName: string;
  readonly kind?: string | undefined;
};

function categoryNamed(id: number, species: Named | undefined): Category {
  if (id === unidentified) return { id, name: "unidentified", supercategory: "unknown" };
  if (species === undefined) return { id, name: `species ${id}`, supercategory: "unknown" };
  const { scientificName: name, commonName: common_name, kind = "animal" } = species;
  return { id, name, supercategory: kind, common_name };
}
