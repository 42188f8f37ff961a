import type { Annotation } from "../../../domain/annotation/annotation.ts";
import type { CaptureSource } from "../../../domain/source/capture-source.ts";
import type { Species } from "../../../domain/species/species.ts";
import type { VideoStream } from "../../../domain/stream/video-stream.ts";

/** Values of the standard that no field of ours holds, by the standard's column names. */
type Kept = { readonly camtrapDp: Readonly<Record<string, string>> };

/** A source to create. `key` is its `deploymentID`. */
export type MadeSource = Kept &
  Pick<CaptureSource, "name" | "location" | "cameraHardware" | "timeZone" | "coordinateUncertainty"> & {
    readonly key: string;
  };

/** The address of a stream's file, or its path in the package, from which the import stores it. */
export type MadeAddress = { readonly url: string } | { readonly file: string };

/** A stream to create. `key` is its `mediaID`, or the key of a stand-in for an event without a file. */
export type MadeStream = Kept &
  Pick<VideoStream, "startMs" | "size" | "mediaType"> & {
    readonly endMs: number;
    readonly key: string;
    readonly source: string;
    readonly address: MadeAddress;
  };

/** A species to create unless one with its scientific name exists. */
export type MadeSpecies = Kept & Pick<Species, "scientificName" | "commonName" | "kind" | "lineage">;

/** A label to create, without votes, since importing a label is no opinion on it. `key` is its `observationID`. */
export type MadeAnnotation = Kept &
  Pick<
    Annotation,
    "startMs" | "endMs" | "keypoints" | "boundingBox" | "observation" | "method" | "confidence" | "machine"
  > & {
    readonly key: string;
    readonly stream: string;
    readonly observer: string;
  };
