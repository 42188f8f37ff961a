import type { Annotation } from "../../../domain/annotation/annotation.ts";
import type { CaptureSource } from "../../../domain/source/capture-source.ts";
import type { Species } from "../../../domain/species/species.ts";
import type { VideoStream } from "../../../domain/stream/video-stream.ts";

/** What the standard says and no field of ours holds, under the standard's own column names. */
type Kept = { readonly camtrapDp: Readonly<Record<string, string>> };

/** A source to be made. `key` is its `deploymentID`. */
export type MadeSource = Kept &
  Pick<CaptureSource, "name" | "location" | "cameraHardware" | "timeZone" | "coordinateUncertainty"> & {
    readonly key: string;
  };

/** Where the file of a stream is: at an address, or in the package, from which it is stored. */
export type MadeAddress = { readonly url: string } | { readonly file: string };

/** A stream to be made. `key` is its `mediaID`, or that of a stand-in for an event without a file. */
export type MadeStream = Kept &
  Pick<VideoStream, "startMs" | "size" | "mediaType"> & {
    readonly endMs: number;
    readonly key: string;
    readonly source: string;
    readonly address: MadeAddress;
  };

/** A species to be made where none has its scientific name. */
export type MadeSpecies = Kept & Pick<Species, "scientificName" | "commonName" | "kind" | "lineage">;

/** A label to be made, without votes: whoever imports it has not looked. `key` is its `observationID`. */
export type MadeAnnotation = Kept &
  Pick<
    Annotation,
    "startMs" | "endMs" | "keypoints" | "boundingBox" | "observation" | "method" | "confidence" | "machine"
  > & {
    readonly key: string;
    readonly stream: string;
    readonly observer: string;
  };
