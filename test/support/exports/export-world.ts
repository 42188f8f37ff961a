import { segmentsOf } from "../../../bench/support/data-set-items.ts";
import { type Annotation, annotationTerms } from "../../../shared/domain/annotation/annotation.ts";
import type { User } from "../../../shared/domain/person/user.ts";
import type { CaptureSource } from "../../../shared/domain/source/capture-source.ts";
import type { Species } from "../../../shared/domain/species/species.ts";
import type { Sensitivity } from "../../../shared/domain/species/traits.ts";
import type { VideoStream } from "../../../shared/domain/stream/video-stream.ts";
import { momentAt } from "../../../shared/domain/time/moment.ts";
import { annotationItem } from "../../../shared/store/annotation/item.ts";
import { userItem, userTerms } from "../../../shared/store/person/user-item.ts";
import { captureSourceItem, listedSourceTerms } from "../../../shared/store/source/item.ts";
import { listedSpeciesTerms, speciesItem } from "../../../shared/store/species/item.ts";
import { videoStreamItem, videoStreamTerms } from "../../../shared/store/stream/item.ts";
import { keys } from "../../../shared/table/schema.ts";
import type { Table } from "../../../shared/table/table.ts";
import { putAll } from "../dynamo/bulk.ts";
import { plainAnnotation, plainSource, plainSpecies, plainStream } from "../plain-records.ts";

const user = (id: number, role: User["role"], displayName: string): User => ({
  ...{ id, role, displayName, email: `user${id}@planted.example` },
  ...{ disabled: false, invited: false, version: 1 },
});
export const ann = user(1, "admin", "Ann");
export const ben = user(2, "curator", "Ben");
export const chi = user(3, "curator", "Chi");

const names = ["Vulpes vulpes", "Lutra lutra", "Felis silvestris", "Canis lupus", "Manis temminckii"];
/** Sensitivities by the id of a species. */
const sensitivities: Record<number, Sensitivity> = { 2: "low", 3: "medium", 4: "high", 5: "extreme" };
export const species: readonly Species[] = names.map((scientificName, i) => ({
  ...plainSpecies,
  ...{ id: i + 1, scientificName, commonName: `Common ${scientificName}` },
  ...{ sensitivity: sensitivities[i + 1], version: 1 },
}));

/** Location of each source. Source 6 is at the location of source 4. */
const locations = [
  "51.123456,4.987654",
  "1.5,2.5",
  "-33.25,150.75",
  "60.987654,-120.123456",
  "0.0004,-0.0004",
];
export const sources: readonly CaptureSource[] = [...locations, "60.987654,-120.1234560"].map(
  (location, i) => ({
    ...plainSource,
    ...{ id: i + 1, name: `=Ridge ${i + 1}, "north"`, location, cameraHardware: "", siteId: 70 + i },
    ...{ timeZone: i === 0 ? "Europe/Brussels" : undefined, version: 1 },
  }),
);

const startMs = Date.UTC(2026, 2, 1, 6, 30);

/** Two streams of each source. The second stream of source i has the id i + 6. */
export const streams: readonly VideoStream[] = Array.from({ length: 12 }, (_, i) => ({
  ...plainStream,
  ...{ id: i + 1, source: (i % 6) + 1, url: `https://video.example/secret-valley-${i + 1}.mp4` },
  ...{ startMs: startMs + i * 3_600_000, endMs: startMs + i * 3_600_000 + 60_000 },
  ...{ size: i === 0 ? { width: 1920, height: 1080 } : undefined, version: 1 },
}));

/** Returns an annotation of a stream, by default of a fox. */
export function annotationOf(
  id: number,
  videostream: number,
  voted = 1,
  more: Partial<Annotation> = {},
): Annotation {
  const stream = streams[videostream - 1];
  return {
    id,
    videostream,
    source: stream?.source ?? 0,
    startMs: 1250,
    endMs: 2500,
    keypoints: undefined,
    boundingBox: undefined,
    observer: undefined,
    observation: { behaviour: `foraging ${id}`, notes: `near the old mill ${id}` },
    identifications: [{ species: voted, blank: false, voters: [1] }],
    ...plainAnnotation,
    moment: momentAt((stream?.startMs ?? 0) + 1250, undefined),
    author: { id: ann.id, source: undefined },
    createdMs: startMs,
    changedMs: startMs,
    version: 1,
    ...more,
  };
}

/** Fills an empty table with these annotations and all records that they refer to. */
export async function fill(table: Table, annotations: readonly Annotation[]): Promise<void> {
  const counter = { ...keys.counter("A"), n: annotations.at(-1)?.id ?? 0 };
  await putAll(table, [
    counter,
    ...[ann, ben, chi].map(userItem),
    ...species.map(speciesItem),
    ...sources.map(captureSourceItem),
    ...streams.map(videoStreamItem),
    ...annotations.map(annotationItem),
    ...segmentsOf("species", species, listedSpeciesTerms),
    ...segmentsOf("capturesource", sources, listedSourceTerms),
    ...segmentsOf("user", [ann, ben, chi], userTerms),
    ...segmentsOf("videostream", streams, videoStreamTerms),
    ...segmentsOf("annotation", annotations, annotationTerms),
  ]);
}
