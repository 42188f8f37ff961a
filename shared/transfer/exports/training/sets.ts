import {
  cocoAnnotations,
  cocoFrames,
  cocoImages,
  cocoTracks,
  cocoVideo,
} from "../../../formats/training/coco.ts";
import type { Frame } from "../../../formats/training/frames.ts";
import type { TrainingStream } from "../../../formats/training/picture.ts";
import { hasBox, type TrainingLabel } from "../../../formats/training/training-label.ts";
import { tracksIn, ytvisAnnotations, ytvisClips, ytvisVideo } from "../../../formats/training/ytvis.ts";

/** Consecutive frames of a stream. */
type Clip = readonly Frame[];

/** The ids that the first entry of a clip gets in its file. */
export type FirstIds = { readonly picture: number; readonly annotation: number };

/** A list of a file: its entries for a clip. */
type List = (stream: TrainingStream, clip: Clip, first: FirstIds, fps: number) => readonly object[];

/** A kind of training set. */
export type TrainingSet = {
  readonly name: "coco" | "ytvis";
  /** Returns true if a label that passes the filters gets its own frames. */
  readonly teaches: (label: TrainingLabel) => boolean;
  /** True if the frames of a clip follow each other at `fps`, so that a clip ends before a missing frame. */
  readonly isEven: boolean;
  readonly clips: (stream: TrainingStream, labels: readonly TrainingLabel[], fps: number) => Iterable<Clip>;
  /** The number of ids that a clip needs. `picture` is for the entries that annotations refer to. */
  readonly idsOf: (clip: Clip) => FirstIds;
  /** Lists with an entry for each stream that has frames. */
  readonly ofStreams: Readonly<
    Record<string, (stream: TrainingStream, notExhaustive: readonly number[]) => object>
  >;
  /** Lists with the entries of each clip, in the order of the file. */
  readonly ofClips: Readonly<Record<string, List>>;
};

/** Single frames with boxes. */
export const cocoSet: TrainingSet = {
  name: "coco",
  teaches: () => true,
  isEven: false,
  clips: (stream, labels) => [cocoFrames(stream, labels)],
  idsOf: (frames) => ({
    picture: frames.length,
    annotation: frames.reduce((sum, { boxes }) => sum + boxes.length, 0),
  }),
  ofStreams: { videos: cocoVideo },
  ofClips: {
    images: (stream, frames, { picture }) => cocoImages(stream, frames, picture),
    annotations: (stream, frames, { picture, annotation }) =>
      cocoAnnotations(stream, frames, picture, annotation),
    tracks: cocoTracks,
  },
};

/** Clips with tracks of boxes. */
export const ytvisSet: TrainingSet = {
  name: "ytvis",
  teaches: (label) => label.category === "nothing" || hasBox(label),
  isEven: true,
  clips: ytvisClips,
  idsOf: (clip) => ({ picture: 1, annotation: tracksIn(clip).length }),
  ofStreams: {},
  ofClips: {
    videos: (stream, clip, { picture }, fps) => [ytvisVideo(stream, clip, picture, fps)],
    annotations: (stream, clip, { picture, annotation }) =>
      ytvisAnnotations(stream, clip, picture, annotation),
  },
};
