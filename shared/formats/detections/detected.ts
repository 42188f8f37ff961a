import type { MachineDetails } from "../../domain/annotation/machine-label.ts";
import type { Finding } from "../finding.ts";
import type { Header } from "./header.ts";
import type { Taxon } from "./taxon.ts";

/** The label of a detection. */
export type ResultLabel = {
  /** The label's text in tables. */
  readonly text: string;
  /** All texts that mean the label, with `text` as the first. */
  readonly names: readonly string[];
  readonly taxon: Taxon;
};

/** `[x, y, width, height]` as shares of the picture. */
export type RelativeBox = readonly [number, number, number, number];

/** One box in one frame, and its label. */
export type Detection = {
  readonly category: string;
  readonly label: ResultLabel;
  /** The detector's confidence, from 0 to 1; `undefined` for the whole picture, which only a classifier has seen. */
  readonly score: number | undefined;
  /** The confidence of the label, from the classifier or else the detector. */
  readonly confidence: number;
  /** `false` for a bare box, whose label is the detector's category. */
  readonly isClassified: boolean;
  /** `undefined` for the whole picture. */
  readonly box: RelativeBox | undefined;
  readonly frame: number;
  readonly alternatives: MachineDetails["alternatives"];
};

/** The results of a detector for a picture or a video. */
export type Detected = {
  /** The file's path as the detector wrote it, with `/` between folders. */
  readonly file: string;
  /** Frames per second of a video. */
  readonly frameRate: number | undefined;
  /** Name and version of the program that classified the detections. */
  readonly model: string;
  /** Name and version of the program that gave the bare boxes. */
  readonly boxModel: string;
  readonly machine: Pick<MachineDetails, "detector" | "classifier">;
  readonly detections: readonly Detection[];
};

export type ReadEntry = { readonly detected: Detected | undefined; readonly findings: readonly Finding[] };

/** Settings for reading entries: the file's header, and the minimum confidence of a detection. */
export type Reading = { readonly header: Header; readonly minConfidence: number };
