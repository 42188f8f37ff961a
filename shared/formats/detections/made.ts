import type { Observation } from "../../domain/annotation/observation.ts";
import type { Species } from "../../domain/species/species.ts";
import type { SpeciesKind } from "../../domain/species/traits.ts";
import type { VideoStream } from "../../domain/stream/video-stream.ts";
import { frameTimeMs } from "../../domain/time/frame-time.ts";
import type { MadeAnnotation } from "../camtrap-dp/read/made.ts";
import type { Finding } from "../finding.ts";
import { cut, cutBytes, maxIdBytes } from "../fit.ts";
import { placeOf } from "./chosen.ts";
import type { Detected, Detection, RelativeBox, ResultLabel } from "./detected.ts";
import { inEntry, type Place } from "./entry.ts";

/**
 * A label to create on an existing stream. Its box is converted to pixels when it is created, by the stream's size at
 * that time.
 */
export type DetectedAnnotation = Omit<MadeAnnotation, "stream" | "boundingBox" | "keypoints"> & {
  readonly stream: number;
  readonly relativeBox: RelativeBox | undefined;
};

/** The species of a label, chosen by the caller or found by its name; `null` if the label is left out. */
export type KnownSpecies = Pick<Species, "id" | "scientificName" | "kind"> | null | undefined;

/** Makes an annotation from a detection, or returns the finding that says why this is impossible. */
export function annotationOf(
  place: Place,
  { file, frameRate, model, boxModel, machine }: Detected,
  detection: Detection,
  stream: VideoStream,
  species: Exclude<KnownSpecies, null>,
): DetectedAnnotation | Finding {
  const { frame, score, confidence, isClassified, box, alternatives } = detection;
  if (frame > 0 && frameRate === undefined) {
    const message = "A video must have its `frame_rate`, from which the times of frames are computed.";
    return inEntry(place, "frame_rate", file, "bad-row", "frame-rate", message);
  }
  const atMs = frameRate === undefined ? 0 : frameTimeMs(frame, frameRate);
  // The computed time of a frame at the end may lie slightly after the end of the video.
  const lastMs = stream.endMs === undefined ? atMs : stream.endMs - stream.startMs;
  if (frameRate !== undefined && atMs > lastMs + Math.ceil(1000 / frameRate)) {
    const message = `Frame ${frame} is after the end of video stream ${stream.id}. Check that it is the same file.`;
    return inEntry(place, "frame_number", file, "bad-row", "beyond", message);
  }
  const startMs = Math.min(atMs, lastMs);
  // Without a frame and a box, the label is about the whole picture or video.
  const endMs = frameRate === undefined && box === undefined ? lastMs : startMs;
  const program = (name: string | undefined) => name && cut(name, 200).toWellFormed();
  return {
    key: keyOf(stream.id, model, detection),
    stream: stream.id,
    startMs,
    endMs,
    relativeBox: box,
    observer: cut(isClassified ? model : boxModel, 200).toWellFormed(),
    observation: observationOf(detection.label, species),
    method: "machine",
    confidence,
    machine: {
      detector: program(machine.detector),
      detection: score,
      classifier: isClassified ? program(machine.classifier) : undefined,
      alternatives,
    },
    camtrapDp: {},
  };
}

/** Identifies a detection, so that it is imported only once, whatever the name of its file of results. */
function keyOf(stream: number, model: string, detection: Detection): string {
  return cutBytes(`${stream}/${placeOf(detection)}/${model.toWellFormed()}`, maxIdBytes);
}

function observationOf(label: ResultLabel, species: Exclude<KnownSpecies, null>): Observation {
  const kind: SpeciesKind = species === undefined ? label.taxon.kind : (species.kind ?? "animal");
  const name = species?.scientificName ?? nameIn(label);
  return {
    ...(name === undefined ? {} : { species: name }),
    ...(kind === "animal" && name !== undefined ? {} : { observationType: kind }),
  };
}

/** The name that a label without a known species keeps. */
export function nameIn({ taxon }: ResultLabel): string | undefined {
  const name = taxon.name?.toWellFormed().trim();
  return name ? cut(name, 256) : undefined;
}
