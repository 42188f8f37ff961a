import type { VideoStream } from "../../domain/stream/video-stream.ts";
import { nominalSize } from "../camtrap-dp/relative-box.ts";
import { type FindStreams, lookUp } from "../csv/read/annotations.ts";
import { keyOf } from "../csv/read/stream-named.ts";
import type { Finding } from "../finding.ts";
import { inGroups } from "../in-groups.ts";
import { chosen, type Frames } from "./chosen.ts";
import type { Detected, Detection, ReadEntry, ResultLabel } from "./detected.ts";
import { inEntry, type Place } from "./entry.ts";
import { annotationOf, type DetectedAnnotation, type KnownSpecies } from "./made.ts";
import { foundByName, type Match, onlyStream, streamOfFile } from "./stream-of-file.ts";

export type Lookups = {
  readonly findStreams: FindStreams;
  readonly findSpecies: (label: ResultLabel) => Promise<KnownSpecies>;
  /** Returns true if anything refers to a stream. */
  readonly isInUse: (stream: number) => Promise<boolean>;
};

/** A label that was found on a stream, and its species. */
export type MetLabel = { readonly label: ResultLabel; readonly species: KnownSpecies };

/** The annotations, labels and findings of an entry. */
export type ReadResult = {
  readonly made: readonly DetectedAnnotation[];
  readonly labels: readonly MetLabel[];
  readonly findings: readonly Finding[];
};

/** Number of entries whose streams are looked up together. */
const entriesAtOnce = 500;

type Taken = { readonly place: Place; readonly read: ReadEntry; readonly detections: readonly Detection[] };

/** Finds the stream of each entry, and the species of each label. */
export async function* annotationsIn(
  entries: AsyncIterable<{ readonly place: Place; readonly read: ReadEntry }>,
  { match, frames }: { readonly match: Match; readonly frames: Frames },
  { findStreams, findSpecies, isInUse }: Lookups,
): AsyncGenerator<ReadResult> {
  const seen = new Set<number>();
  const sizes = new Map<number, boolean>();

  async function resultOf(
    place: Place,
    detected: Detected,
    detections: readonly Detection[],
    stream: VideoStream,
  ): Promise<ReadResult> {
    if (seen.has(stream.id)) {
      const message = `An entry above is for video stream ${stream.id}, too.`;
      const finding = inEntry(place, "file", detected.file, "bad-row", "twice", message);
      return { made: [], labels: [], findings: [finding] };
    }
    seen.add(stream.id);
    const made: DetectedAnnotation[] = [];
    const labels: MetLabel[] = [];
    const findings: Finding[] = [];
    for (const detection of detections) {
      const species = await findSpecies(detection.label);
      labels.push({ label: detection.label, species });
      // A species of kind `blank` makes no annotation, like a result of this kind.
      if (species === null || species?.kind === "blank") continue;
      const annotation = annotationOf(place, detected, detection, stream, species);
      if ("code" in annotation) findings.push(annotation);
      else made.push(annotation);
    }
    const size = made.some(({ relativeBox }) => relativeBox !== undefined)
      ? await sizeFinding(place, detected.file, stream)
      : undefined;
    if (size?.level === "bad-row") return { made: [], labels, findings: [...findings, size] };
    return { made, labels, findings: size === undefined ? findings : [...findings, size] };
  }

  /** Boxes need the size of the picture. Returns a finding if it is unknown. */
  async function sizeFinding(
    place: Place,
    file: string,
    { id, size }: VideoStream,
  ): Promise<Finding | undefined> {
    if (size !== undefined) return undefined;
    const inUse = sizes.get(id) ?? (await isInUse(id));
    sizes.set(id, inUse);
    if (inUse) {
      const message = `The size of the picture of video stream ${id} is unknown, and the stream already has labels. Set its \`width\` and \`height\` first.`;
      return inEntry(place, "file", file, "bad-row", "size", message);
    }
    const { width, height } = nominalSize;
    const message = `The size of the picture in pixels is unknown. It is taken as ${width} × ${height}, so that boxes have four decimals.`;
    return inEntry(place, "file", file, "warning", "size", message);
  }

  for await (const group of inGroups(entries, entriesAtOnce)) {
    const taken = group.map(({ place, read }): Taken => {
      return { place, read, detections: read.detected === undefined ? [] : chosen(read.detected, frames) };
    });
    // A file without a detection needs no stream.
    const names = taken.map(({ read, detections }) =>
      detections.length === 0 || read.detected === undefined
        ? undefined
        : streamOfFile(read.detected.file, match),
    );
    const found = await lookUp(
      names.filter((name) => name !== undefined),
      findStreams,
    );
    for (const [i, { place, read, detections }] of taken.entries()) {
      const { detected, findings } = read;
      const name = names[i];
      if (detected === undefined || name === undefined) {
        yield { made: [], labels: [], findings };
        continue;
      }
      const stream = onlyStream(place, name, found.get(keyOf(name)) ?? []);
      if ("code" in stream) yield { made: [], labels: [], findings: [...findings, stream] };
      else {
        const result = await resultOf(place, detected, detections, stream);
        const byName = foundByName(place, name, stream);
        yield { ...result, findings: [...findings, ...byName, ...result.findings] };
      }
    }
  }
}
