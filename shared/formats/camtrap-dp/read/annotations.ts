import { newLabel } from "../../../domain/annotation/machine-label.ts";
import { maxStreamMs } from "../../../domain/stream/stream-times.ts";
import { cut, keptOf, maxIdBytes, wasCut } from "../../fit.ts";
import { type GoodRow, type Mapped, refused } from "../../row-finding.ts";
import { offsetsWithin } from "../kept-times.ts";
import { nominalSize } from "../relative-box.ts";
import { boxOf, keptBoxColumns, ownBoxes } from "./boxes.ts";
import type { MadeAnnotation } from "./made.ts";
import { foreignPairs, ownPairs } from "./noted.ts";
import type { OwnLabel } from "./own-in.ts";
import { ownSpan, ownTimes } from "./own-times.ts";
import { type IndexedMedia, type PackageIndex, standIn } from "./package-index.ts";
import { idRule } from "./sources.ts";

/** A label and its stream. */
export type MappedLabel = Mapped<MadeAnnotation> & { readonly stream?: IndexedMedia };

/**
 * Columns whose texts a label always keeps. It keeps the text of another column only if its fields cannot hold the same
 * value.
 */
const keptColumns = [
  "observationID",
  "eventID",
  "individualPositionRadius",
  "individualPositionAngle",
  "individualSpeed",
  "classificationTimestamp",
] as const;

/**
 * Makes a label from an observation, on its media file or on the first file within its event.
 * @param own the label's row in our own table
 */
export function annotationOf(row: GoodRow, own: OwnLabel | undefined, index: PackageIndex): MappedLabel {
  const { cells } = row;
  const found = streamOf(row, own, index);
  if ("findings" in found) return found;
  const { stream } = found;
  const size = own?.boxUnits ?? stream.size ?? nominalSize;
  const box = boxOf(row, size);
  if ("findings" in box) return box;
  const isEvent = cells["observationLevel"] === "event";
  const method = cells["classificationMethod"] === "machine" ? "machine" : "human";
  const classifiedBy = cells["classifiedBy"] ?? "";
  const observer = classifiedBy.trim() === "" ? "unknown" : cut(classifiedBy, 320);
  const { observation, tags, findings: atPairs } = own ? ownPairs(row, own, index) : foreignPairs(row);
  const { offsets, keepTimes } = timesOf(row, own, stream, isEvent);
  if (offsets.endMs > maxStreamMs) {
    const message = "`eventEnd` must be at most 366 days after the start of the file.";
    return refused(row, "eventEnd", "too-long", message);
  }
  const boxes = own
    ? ownBoxes(row, own, box.box)
    : { keypoints: undefined, boundingBox: box.box, findings: [] };
  const kept = keptOf({ ...row, cells: { ...cells, observationTags: tags ?? "" } }, [
    ...keptColumns,
    ...(tags === undefined ? [] : ["observationTags"]),
    ...keptBoxColumns(row, box.box, size),
    ...(isEvent ? ["observationLevel"] : []),
    ...(keepTimes ? ["eventStart", "eventEnd"] : []),
    ...(method === "human" ? ["classificationProbability"] : []),
  ]);
  const probability = cells["classificationProbability"];
  return {
    stream,
    made: {
      key: cells["observationID"] ?? "",
      stream: stream.key,
      ...offsets,
      keypoints: boxes.keypoints,
      boundingBox: boxes.boundingBox,
      observer,
      observation,
      method,
      confidence: method === "machine" ? confidenceOf(probability) : undefined,
      machine: method === "machine" ? own?.machine : undefined,
      // The label's method is `human`, although the package names no method.
      camtrapDp:
        cells["classificationMethod"] === undefined ? { ...kept.kept, classificationMethod: "" } : kept.kept,
    },
    findings: [
      ...atPairs,
      ...boxes.findings,
      ...kept.findings,
      ...wasCut(row, "classifiedBy", classifiedBy, observer === "unknown" ? classifiedBy : observer),
    ],
  };
}

/** Converts a probability to a confidence as it is stored. The table's schema has checked that it is from 0 to 1. */
function confidenceOf(probability: string | undefined): number | undefined {
  return probability === undefined ? undefined : newLabel.confidence.parse(Number(probability));
}

function streamOf(
  row: GoodRow,
  own: OwnLabel | undefined,
  index: PackageIndex,
): { readonly stream: IndexedMedia } | Mapped<never> {
  const { observationID = "", deploymentID = "", mediaID, eventID, observationLevel } = row.cells;
  const { eventStart = "", eventEnd = "" } = row.cells;
  if (Buffer.byteLength(observationID) > maxIdBytes) {
    return refused(row, "observationID", "too-long", idRule("observationID"));
  }
  if (!index.sources.has(deploymentID)) {
    return refused(
      row,
      "deploymentID",
      "reference",
      "`deploymentID` must be the id of a row in deployments.",
    );
  }
  const [startMs, endMs] = [Date.parse(eventStart), Date.parse(eventEnd)];
  if (endMs < startMs)
    return refused(row, "eventEnd", "order", "`eventEnd` must not be before `eventStart`.");
  if (endMs - startMs > maxStreamMs) {
    return refused(row, "eventEnd", "too-long", "`eventEnd` must be at most 366 days after `eventStart`.");
  }
  if (observationLevel === "event") {
    const stream =
      index.firstWithin(deploymentID, startMs, endMs) ??
      standIn(index, deploymentID, eventID ?? eventStart, startMs, endMs);
    return { stream };
  }
  if (mediaID === undefined) {
    return refused(row, "mediaID", "required", "An observation of a single file must have its `mediaID`.");
  }
  const stream = index.media.get(mediaID);
  if (stream === undefined) {
    return refused(row, "mediaID", "reference", "`mediaID` must be the id of a valid row in media.");
  }
  if (stream.source !== deploymentID) {
    return refused(row, "mediaID", "reference", `This file belongs to deployment ${stream.source}.`);
  }
  if (own !== undefined) {
    const { startMs, endMs = startMs } = ownSpan(own, stream);
    if (endMs - startMs > maxStreamMs) {
      return refused(
        row,
        "mediaID",
        "too-long",
        "This file lasts more than 366 days in the table `annotations`.",
      );
    }
    stream.startMs = startMs;
    stream.endMs = Math.max(endMs, stream.endMs);
    stream.size ??= own.boxUnits;
  }
  return { stream };
}

/**
 * Computes the label's times within the stream. `keepTimes` is true if the row's times contain more information than
 * the result.
 */
function timesOf(row: GoodRow, own: OwnLabel | undefined, stream: IndexedMedia, isEvent: boolean) {
  if (isEvent) {
    const { start, end } = own ?? { start: 0, end: 0 };
    return { offsets: { startMs: start, endMs: end }, keepTimes: true };
  }
  const event = {
    startMs: Date.parse(row.cells["eventStart"] ?? ""),
    endMs: Date.parse(row.cells["eventEnd"] ?? ""),
  };
  if (own !== undefined) return ownTimes(event, own, stream);
  const { startMs } = stream;
  // The clock of a camera may have begun again in 1970, while the events of its files are right.
  const isFar = event.endMs - startMs > maxStreamMs;
  const offsets = offsetsWithin(event, { startMs, endMs: stream.isPicture || isFar ? startMs : undefined });
  const isSame = startMs + offsets.startMs === event.startMs && startMs + offsets.endMs === event.endMs;
  return { offsets, keepTimes: !isSame };
}
