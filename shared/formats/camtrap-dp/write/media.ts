import { isStandIn } from "../stand-in.ts";
import { type MediaRow, mediaColumns, type ObservationRow } from "../standard.ts";
import { deploymentId, mediaId } from "./ids.ts";
import { isVeiled } from "./place-shown.ts";
import type { Exporting, SourceRecord, StreamRecord } from "./records.ts";
import { only, timestamp } from "./values.ts";

/** `guessed`: the media type is unknown, and the row says `video/mp4`. */
export type MediaOut = { readonly row: MediaRow; readonly guessed: boolean };

const typeOfExtension: ReadonlyMap<string, string> = new Map(
  Object.entries({
    jpg: "image/jpeg",
    jpeg: "image/jpeg",
    png: "image/png",
    webp: "image/webp",
    mp4: "video/mp4",
    m4v: "video/mp4",
    mov: "video/quicktime",
    mkv: "video/x-matroska",
    webm: "video/webm",
    ts: "video/mp2t",
    // The standard does not allow the registered type, application/vnd.apple.mpegurl.
    m3u8: "video/x-mpegurl",
  }),
);

/** The row of a stream; `undefined` for a stand-in stream, which has no file. */
export function mediaOut(
  stream: StreamRecord,
  source: SourceRecord,
  exporting: Exporting,
): MediaOut | undefined {
  if (isStandIn(stream.url)) return undefined;
  const { camtrapDp: kept, url } = stream;
  const { captureMethod } = exporting.dataset.project;
  const name = kept?.["fileName"] ?? fileName(url);
  const extension = /\.([A-Za-z0-9]+)$/.exec(fileName(url) ?? "")?.[1]?.toLowerCase() ?? "";
  const type = kept?.["fileMediatype"] ?? stream.mediaType ?? typeOfExtension.get(extension);
  const row: MediaRow = {
    ...only(mediaColumns, kept),
    mediaID: mediaId(stream, source, exporting),
    deploymentID: deploymentId(source, exporting),
    captureMethod: kept?.["captureMethod"] ?? (captureMethod.length === 1 ? captureMethod[0] : undefined),
    timestamp: timestamp(stream.startMs, source.timeZone, "down"),
    filePath: kept?.["filePath"] ?? filePath(url),
    filePublic: isPublic(stream, exporting),
    fileName: name,
    fileMediatype: type ?? "video/mp4",
  };
  const guessed = type === undefined;
  if (!isVeiled(source, exporting)) return { row, guessed };
  const veiled: MediaRow = {
    ...row,
    filePath: `withheld/${encodeURIComponent(row.mediaID ?? "")}`,
    filePublic: "false",
    fileName: undefined,
    exifData: undefined,
    mediaComments: undefined,
  };
  return { row: veiled, guessed };
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
