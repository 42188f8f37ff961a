import type { Annotation } from "../../shared/domain/annotation/annotation.ts";
import type { CaptureSource } from "../../shared/domain/source/capture-source.ts";
import type { Species } from "../../shared/domain/species/species.ts";
import type { VideoStream } from "../../shared/domain/stream/video-stream.ts";
import { plainSource, plainSpecies } from "../../test/support/plain-records.ts";
import { type Random, seededRandom } from "../../test/support/seeded-random.ts";
import { makeAnnotations } from "./annotation-data.ts";
import { type Durations, makeStreams } from "./stream-data.ts";

export type Settings = {
  readonly annotations: number;
  readonly streams: number;
  readonly durations?: Durations | undefined;
};

/** Records of a year of work. The ids of each type are 1, 2, … */
export type DataSet = {
  readonly sources: readonly CaptureSource[];
  readonly species: readonly Species[];
  readonly streams: readonly VideoStream[];
  /** Annotations without keypoints, which would need too much memory. `trackOf` makes the keypoints. */
  readonly annotations: readonly Annotation[];
};

/**
 * Makes records with the proportions of SA-FARI (arXiv 2511.15622): 741 places, 99 species, 1.4 annotations for each visit
 * to a stream, 58 boxes for each annotation. The same seed makes the same records.
 */
export function makeDataSet(settings: Settings, seed: number): DataSet {
  const random = seededRandom(seed);
  const sources = Array.from({ length: 741 }, (_, i) => makeSource(i + 1, random));
  const species = Array.from({ length: 99 }, (_, i) => makeSpecies(i + 1));
  const streams = makeStreams(settings.streams, settings.durations ?? "clips", sources.length, random);
  return {
    sources,
    species,
    streams,
    annotations: makeAnnotations(settings.annotations, streams, species, random),
  };
}

function makeSource(id: number, random: Random): CaptureSource {
  return {
    id,
    name: `Camera ${id}`,
    location: `${(random() * 120 - 60).toFixed(4)},${(random() * 360 - 180).toFixed(4)}`,
    cameraHardware: "Trail camera",
    ...plainSource,
    siteId: id,
    version: 1,
  };
}

function makeSpecies(id: number): Species {
  return {
    id,
    commonName: `Animal ${id}`,
    scientificName: `Genus${id % 40} species${id}`,
    ...plainSpecies,
    externalTaxonId: id,
    version: 1,
  };
}
