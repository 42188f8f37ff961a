import { veiledStream } from "../../veil.ts";
import { typeByName } from "../media-types.ts";
import { isStandIn } from "../stand-in.ts";
import { type MediaRow, mediaColumns, type ObservationRow } from "../standard.ts";
import { deploymentId, mediaId } from "./ids.ts";
import { isVeiled } from "./place-shown.ts";
import type { Exporting, SourceRecord, StreamRecord } from "./records.ts";
import { only, timestamp } from "./values.ts";

/** `guessed`: the media type is unknown, and the row says `video/mp4`. */
export type MediaOut = { readonly row: MediaRow; readonly guessed: boolean };

/** The row of a stream; `undefined` for a stand-in stream, which has no file. */
export function mediaOut(
  stream: StreamRecord,
  source: SourceRecord,
  exporting: Exporting,
): MediaOut | undefined {
  if (isStandIn(stream.url)) return undefined;
  const isHidden = isVeiled(source, exporting);
  const { camtrapDp: kept, mediaType, url } = isHidden ? veiledStream(stream) : stream;
  const { captureMethod } = exporting.dataset.project;
  const type = kept?.["fileMediatype"] ?? mediaType ?? typeByName(fileName(stream.url));
  const mediaID = mediaId(stream, source, exporting);
  const row: MediaRow = {
    ...only(mediaColumns, kept),
    mediaID,
    deploymentID: deploymentId(source, exporting),
    captureMethod: kept?.["captureMethod"] ?? (captureMethod.length === 1 ? captureMethod[0] : undefined),
    timestamp: timestamp(stream.startMs, source.timeZone, "down"),
    filePath: isHidden ? `withheld/${encodeURIComponent(mediaID)}` : (kept?.["filePath"] ?? filePath(url)),
    filePublic: isHidden ? "false" : isPublic(stream, exporting),
    fileName: kept?.["fileName"] ?? fileName(url),
    fileMediatype: type ?? "video/mp4",
  };
  return { row, guessed: type === undefined };
}

/** Files in which a label names a person are never public, whatever their package says. */
function isPublic({ id, url, camtrapDp: kept }: StreamRecord, { dataset, hasPeople }: Exporting): string {
  if (hasPeople(id)) return "false";
  return kept?.["filePublic"] ?? String(dataset.media_public && url.startsWith("https:"));
}

/** The row for a file that nobody has reviewed. */
export function unclassified({ mediaID, deploymentID, timestamp: at }: MediaRow): ObservationRow {
  return {
    observationID: `${mediaID}-unclassified`,
    deploymentID,
    mediaID,
    eventStart: at,
    eventEnd: at,
    observationLevel: "media",
    observationType: "unclassified",
  };
}

/**
 * Escapes two dots in a row, which the standard does not allow, and line ends, which readers of the standard reject.
 */
function filePath(url: string): string {
  return url.replaceAll("..", "%2E%2E").replace(/[\r\n\u2028\u2029]/g, encodeURIComponent);
}

/** The last part of an address's path. */
function fileName(url: string): string | undefined {
  const last = URL.parse(url)?.pathname.split("/").at(-1);
  if (last === undefined || last === "") return undefined;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
