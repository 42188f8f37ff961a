import type { Annotation } from "../../../domain/annotation/annotation.ts";
import type { Dataset } from "../../../domain/dataset/dataset.ts";
import type { CaptureSource } from "../../../domain/source/capture-source.ts";
import type { Species } from "../../../domain/species/species.ts";
import type { Sensitivity } from "../../../domain/species/traits.ts";
import type { VideoStream } from "../../../domain/stream/video-stream.ts";

/** Values of Camtrap DP that no field of ours holds, by the standard's column names. */
type Kept = { readonly camtrapDp?: Readonly<Record<string, string>> | undefined };

export type SourceRecord = Kept &
  Pick<
    CaptureSource,
    "id" | "name" | "location" | "cameraHardware" | "siteId" | "timeZone" | "coordinateUncertainty"
  > & {
    /** Id of the package from which the source was imported. */
    readonly packageId?: string | undefined;
  };

export type StreamRecord = Kept &
  Pick<VideoStream, "id" | "source" | "url" | "startMs" | "endMs" | "size" | "mediaType">;

export type SpeciesRecord = Kept &
  Pick<Species, "id" | "commonName" | "scientificName" | "externalTaxonId" | "kind" | "lineage">;

export type AnnotationRecord = Kept & Omit<Annotation, "moment" | "version" | "camtrapDp">;

/** How an export shows people and places. */
export type Showing = {
  readonly dataset: Dataset;
  readonly people: "pseudonyms" | "names";
  readonly coordinates: "generalised" | "exact";
  /** Key of the pseudonyms. It reveals the person behind a pseudonym to anybody who knows it. */
  readonly secret: string;
  /** True if imported ids get the id of their package as a prefix (see `needPackageIds`). */
  readonly packageIds: boolean;
  /** Start of the export, which counts as the end of live streams. */
  readonly nowMs: number;
};

/** Look-ups for the records that an export refers to. */
export type Lookups = {
  /** A user's display name. */
  readonly displayName: (user: number) => string | undefined;
  /** The user with this e-mail address or display name. */
  readonly userNamed: (text: string) => number | undefined;
  readonly species: (id: number) => SpeciesRecord | undefined;
  /** The species with a name, given as a name key. */
  readonly speciesNamed: (nameKey: string) => readonly SpeciesRecord[];
  /** The highest sensitivity of all species that were ever seen at a place, given as `locationValue`. */
  readonly sensitivityAt: (location: string) => Sensitivity | undefined;
  /** Returns true if any label of a stream names a person. */
  readonly hasPeople: (stream: number) => boolean;
};

/** Everything that is needed to write an export. */
export type Exporting = Showing & Lookups;
