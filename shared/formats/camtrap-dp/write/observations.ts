import { veiledLabel } from "../../veil.ts";
import { keptTimes } from "../kept-times.ts";
import { isStandIn } from "../stand-in.ts";
import { type ObservationRow, observationColumns } from "../standard.ts";
import { boxCells } from "./box-cells.ts";
import type { Sighting } from "./events.ts";
import { deploymentId, eventId, mediaId, observationId } from "./ids.ts";
import { type Named, namedBy } from "./named.ts";
import { type OwnRow, ownRow } from "./own-rows.ts";
import { joinTags, pairCells } from "./pairs.ts";
import { observerShown, userShown } from "./people.ts";
import { isVeiled } from "./place-shown.ts";
import type { AnnotationRecord, Exporting, SourceRecord, SpeciesRecord, StreamRecord } from "./records.ts";
import { decimal, only, timestamp } from "./values.ts";

/** The rows of a label, and its data for events and for the list of taxa. */
export type ObservationOut = {
  readonly row: ObservationRow;
  readonly own: OwnRow;
  readonly sighting: Sighting;
  readonly taxon:
    | { readonly scientificName: string; readonly species: SpeciesRecord | undefined }
    | undefined;
  /** The reason why the box is not in the row. */
  readonly boxProblem: "size-unknown" | "outside" | undefined;
};

/** The stream of a label, and the source of the stream. */
export type Where = { readonly stream: StreamRecord; readonly source: SourceRecord };

export function observationOut(
  stored: AnnotationRecord,
  { stream, source }: Where,
  exporting: Exporting,
): ObservationOut {
  const isHidden = isVeiled(source, exporting);
  const label = isHidden ? veiledLabel(stored) : stored;
  // Names of people are typed texts, too.
  const showing: Exporting = isHidden ? { ...exporting, people: "pseudonyms" } : exporting;
  const named = namedBy(label, exporting);
  const observation = label.observation ?? {};
  const kept = only(observationColumns, label.camtrapDp);
  // The box at the first keypoint, or that of the whole label.
  const firstBox = label.keypoints?.[0]?.box ?? label.boundingBox;
  const { cells: box, tag: boxTag, problem: boxProblem } = boxCells(firstBox, stream.size, kept);
  const isEvent = kept.observationLevel === "event" || isStandIn(stream.url);
  const pairs = pairCells(
    observation,
    named.scientificName === undefined ? [] : [named.scientificName, named.species?.commonName],
  );
  const [startMs, endMs] = [stream.startMs + label.startMs, stream.startMs + label.endMs];
  const times = keptTimes(kept, stream, label);
  const row: ObservationRow = {
    ...kept,
    ...pairs,
    ...box,
    observationID: observationId(label, source, exporting),
    deploymentID: deploymentId(source, exporting),
    mediaID: isEvent ? undefined : mediaId(stream, source, exporting),
    eventID: eventId(kept["eventID"], source, exporting),
    eventStart: times?.eventStart ?? timestamp(startMs, source.timeZone, "down"),
    // The end of an instant is not rounded up, so that it stays an instant.
    eventEnd: times?.eventEnd ?? timestamp(endMs, source.timeZone, startMs === endMs ? "down" : "up"),
    observationLevel: isEvent ? "event" : "media",
    observationType: named.type,
    scientificName: named.scientificName,
    ...classification(label, named, showing),
    observationTags: joinTags([kept.observationTags, pairs.observationTags, boxTag]),
  };
  return {
    row,
    own: ownRow(label, stream, observation, row.observationID ?? "", exporting),
    sighting: {
      observationID: row.observationID,
      deploymentID: row.deploymentID,
      eventID: row.eventID,
      observationLevel: row.observationLevel,
      observationType: row.observationType,
      scientificName: row.scientificName,
      count: row.count,
      classificationMethod: row.classificationMethod,
      classifiedBy: row.classifiedBy,
      stream: stream.id,
      // The times of an imported event are only in the cells of its package.
      startMs: times === undefined ? startMs : Date.parse(times.eventStart),
      endMs: times === undefined ? endMs : Date.parse(times.eventEnd),
    },
    taxon:
      named.scientificName === undefined
        ? undefined
        : { scientificName: named.scientificName, species: named.species },
    boxProblem,
  };
}

/** The cells that say who or what classified a label: people, as soon as one person has voted. */
function classification(label: AnnotationRecord, { votes }: Named, exporting: Exporting): ObservationRow {
  const { camtrapDp: kept, confidence, createdMs, importedMs = createdMs, changedMs, method } = label;
  const isImported = kept?.["observationID"] !== undefined;
  const asImported = isImported && votes === undefined && importedMs === changedMs;
  const by =
    votes === undefined
      ? observerShown(label, exporting)
      : votes.voters.map((voter) => userShown(voter, exporting)).join(" | ");
  const classificationMethod = votes === undefined ? method : "human";
  return {
    classificationMethod: asImported
      ? (kept?.["classificationMethod"] ?? classificationMethod)
      : classificationMethod,
    classifiedBy: by,
    classificationTimestamp: asImported
      ? kept?.["classificationTimestamp"]
      : timestamp(changedMs, undefined, "down"),
    classificationProbability: probability(),
  };

  /** Left out if there is only one vote: the probability would be 1, which means "verified" at GBIF. */
  function probability(): string | undefined {
    if (votes !== undefined) return votes.all > 1 ? decimal(Math.round(votes.share * 100) / 100) : undefined;
    if (method === "machine") return confidence === undefined ? undefined : String(confidence);
    return asImported ? kept?.["classificationProbability"] : undefined;
  }
}
