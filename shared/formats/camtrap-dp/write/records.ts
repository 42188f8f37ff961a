import type { Annotation } from "../../../domain/annotation/annotation.ts";
import type { Dataset } from "../../../domain/dataset/dataset.ts";
import type { CaptureSource } from "../../../domain/source/capture-source.ts";
import type { Species } from "../../../domain/species/species.ts";
import type { Sensitivity } from "../../../domain/species/traits.ts";
import type { VideoStream } from "../../../domain/stream/video-stream.ts";

/** What Camtrap DP says of a record and no field of ours holds, under the standard's own column names. */
type Kept = { readonly camtrapDp?: Readonly<Record<string, string>> | undefined };

export type SourceRecord = Kept &
  Pick<
    CaptureSource,
    "id" | "name" | "location" | "cameraHardware" | "siteId" | "timeZone" | "coordinateUncertainty"
  > & {
    /** Id of the package that it was imported with. */
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
  /** Key of the pseudonyms: whoever knows it can find out who is behind one. */
  readonly secret: string;
  /** Whether imported ids get the id of their package in front (see `needPackageIds`). */
  readonly packageIds: boolean;
  /** Start of the export. A live stream ends then. */
  readonly nowMs: number;
};

/** What the records of an export refer to. */
export type Lookups = {
  /** A user's display name. */
  readonly displayName: (user: number) => string | undefined;
  /** The user with this e-mail address or display name. */
  readonly userNamed: (text: string) => number | undefined;
  readonly species: (id: number) => SpeciesRecord | undefined;
  /** The species with a name, given as a name key. */
  readonly speciesNamed: (nameKey: string) => readonly SpeciesRecord[];
  /** The most sensitive species that was ever seen at a place, given as `locationValue`: over all records. */
  readonly sensitivityAt: (location: string) => Sensitivity | undefined;
};

/** An export that is written. */
export type Exporting = Showing & Lookups;
