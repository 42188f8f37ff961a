import type { Annotation } from "../domain/annotation/annotation.ts";
import type { CaptureSource } from "../domain/source/capture-source.ts";
import type { Species } from "../domain/species/species.ts";
import type { Sensitivity } from "../domain/species/traits.ts";
import type { VideoStream } from "../domain/stream/video-stream.ts";

/** Annotations, and look-ups of the records that they refer to. A record that was deleted meanwhile is `undefined`. */
export type Joined = {
  readonly annotations: readonly Annotation[];
  readonly stream: (id: number) => VideoStream | undefined;
  readonly source: (id: number) => CaptureSource | undefined;
  readonly species: (id: number) => Species | undefined;
  /** The name of a user that others see. */
  readonly userName: (id: number) => string;
  /** The sensitivity of a source's place, by the species that were ever seen there. */
  readonly sensitivityAt: (source: CaptureSource) => Sensitivity;
};
