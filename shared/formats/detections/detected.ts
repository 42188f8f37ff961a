import type { MachineDetails } from "../../domain/annotation/machine-label.ts";
import type { Finding } from "../finding.ts";
import type { Header } from "./header.ts";
import type { Taxon } from "./taxon.ts";

/** What a detection is called. */
export type ResultLabel = {
  /** As tables show it. */
  readonly text: string;
  /** Every text that means it, that one first. */
  readonly names: readonly string[];
  readonly taxon: Taxon;
};

/** `[x, y, width, height]` as shares of the picture. */
export type RelativeBox = readonly [number, number, number, number];

/** One box in one frame, and what is in it. */
export type Detection = {
  readonly category: string;
  readonly label: ResultLabel;
  /** How sure the detector is, from 0 to 1. */
  readonly score: number;
  /** How sure of the label is who gave it: the classifier, else the detector. */
  readonly confidence: number;
  /** `undefined`: the whole picture. */
  readonly box: RelativeBox | undefined;
  readonly frame: number;
  readonly alternatives: MachineDetails["alternatives"];
};

/** What a detector found in a picture or a video. */
export type Detected = {
  /** The file's path as the detector knows it, with `/` between folders. */
  readonly file: string;
  /** Frames a second, of a video. */
  readonly frameRate: number | undefined;
  /** Name and version of the program that gave the labels. */
  readonly model: string;
  readonly machine: Pick<MachineDetails, "detector" | "classifier">;
  readonly detections: readonly Detection[];
};

export type ReadEntry = { readonly detected: Detected | undefined; readonly findings: readonly Finding[] };

/** What entries are read with: the file's header, and how sure of a detection the detector must be. */
export type Reading = { readonly header: Header; readonly minConfidence: number };
