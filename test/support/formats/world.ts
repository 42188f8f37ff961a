import type { Dataset } from "../../../shared/domain/dataset/dataset.ts";
import type { Sensitivity } from "../../../shared/domain/species/traits.ts";
import type {
  AnnotationRecord,
  SourceRecord,
  SpeciesRecord,
  StreamRecord,
} from "../../../shared/formats/camtrap-dp/write/records.ts";

/** All records of a service. */
export type World = {
  readonly dataset: Dataset;
  readonly sources: readonly SourceRecord[];
  readonly streams: readonly StreamRecord[];
  readonly species: readonly (SpeciesRecord & { readonly sensitivity?: Sensitivity })[];
  readonly users: readonly { readonly id: number; readonly name: string; readonly email: string }[];
  readonly annotations: readonly AnnotationRecord[];
};

export const dataset: Dataset = {
  name: "demo-dataset",
  id: "0b7a4a0e-6d4b-4b27-9d7e-0d1e8f1b2c3d",
  version: "1.0",
  title: "Demonstration",
  contributors: [
    { title: "Ana Duarte", role: "contact", organization: "Demo" },
    { title: "Demo", role: "rightsHolder" },
  ],
  licenses: [
    { name: "CC0-1.0", scope: "data" },
    { name: "CC-BY-4.0", scope: "media" },
  ],
  project: {
    title: "Demonstration",
    samplingDesign: "opportunistic",
    captureMethod: ["activityDetection"],
    individualAnimals: false,
  },
  language: "eng",
  media_public: false,
};

export const startMs = Date.parse("2026-03-01T05:30:00.250Z");

export function source(id: number, more: Partial<SourceRecord> = {}): SourceRecord {
  return {
    id,
    name: `Waterhole ${id}`,
    location: "-19.0123,23.5671",
    cameraHardware: "Pi Camera 3",
    siteId: undefined,
    timeZone: "Africa/Johannesburg",
    coordinateUncertainty: undefined,
    ...more,
  };
}

export function stream(id: number, more: Partial<StreamRecord> = {}): StreamRecord {
  return {
    id,
    source: 1,
    url: `https://videos.example/${id}.mp4`,
    startMs,
    endMs: startMs + 900_000,
    size: { width: 1920, height: 1080 },
    mediaType: undefined,
    ...more,
  };
}

export function species(id: number, name: string, more: Partial<World["species"][number]> = {}) {
  const [commonName, scientificName] = [`the ${name}`, name];
  return {
    id,
    commonName,
    scientificName,
    externalTaxonId: undefined,
    kind: undefined,
    lineage: undefined,
    ...more,
  };
}

export function annotation(id: number, more: Partial<AnnotationRecord> = {}): AnnotationRecord {
  return {
    id,
    videostream: 1,
    source: 1,
    startMs: 1000,
    endMs: 4500,
    keypoints: undefined,
    boundingBox: undefined,
    observer: undefined,
    observation: undefined,
    identifications: [],
    method: "human",
    confidence: undefined,
    machine: undefined,
    author: { id: 1, source: undefined },
    createdMs: startMs + 1e9,
    changedMs: startMs + 1e9,
    ...more,
  };
}

export function vote(of: number, voters: readonly number[], blank = false) {
  return { species: of, blank, voters };
}
