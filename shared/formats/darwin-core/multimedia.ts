import type { Cells, DeploymentRow, MediaRow, ObservationRow } from "../camtrap-dp/standard.ts";
import { licence, type PackageFacts, utc } from "./occurrence.ts";

const ac = "http://rs.tdwg.org/ac/terms/";

/** The columns of multimedia.csv (Audubon Core), and their terms. */
export const multimediaTerms = {
  occurrenceID: "http://rs.tdwg.org/dwc/terms/occurrenceID",
  identifier: "http://purl.org/dc/terms/identifier",
  "dc:type": "http://purl.org/dc/elements/1.1/type",
  comments: `${ac}comments`,
  "dcterms:rights": "http://purl.org/dc/terms/rights",
  CreateDate: "http://ns.adobe.com/xap/1.0/CreateDate",
  captureDevice: `${ac}captureDevice`,
  resourceCreationTechnique: `${ac}resourceCreationTechnique`,
  accessURI: `${ac}accessURI`,
  "dc:format": "http://purl.org/dc/elements/1.1/format",
  serviceExpectation: `${ac}serviceExpectation`,
} as const;

export type MultimediaRow = Cells<readonly (keyof typeof multimediaTerms)[]>;

const techniques: Readonly<Record<string, string>> = {
  activityDetection: "activity detection",
  timeLapse: "time lapse",
};

/** The row of a file that shows an occurrence. A file that shows several occurrences has a row for each. */
export function multimedia(
  { observationID }: ObservationRow,
  media: MediaRow,
  deployment: DeploymentRow,
  facts: PackageFacts,
): MultimediaRow {
  const favorite = media.favorite === "true" ? "marked as favorite" : undefined;
  const comments = [favorite, media.mediaComments].filter((part) => part !== undefined).join(" | ");
  return {
    occurrenceID: observationID,
    identifier: media.mediaID,
    "dc:type": media.fileMediatype?.includes("video") === true ? "MovingImage" : "StillImage",
    comments: comments === "" ? undefined : comments,
    "dcterms:rights": licence(facts, "media"),
    CreateDate: utc(media.timestamp),
    captureDevice: deployment.cameraModel,
    resourceCreationTechnique: techniques[media.captureMethod ?? ""],
    accessURI: media.filePath,
    "dc:format": media.fileMediatype,
    serviceExpectation: isOnline(media) ? "online" : "authenticate",
  };
}

/** Returns true if everybody can open the file at its address. */
function isOnline({ filePublic, filePath = "" }: MediaRow): boolean {
  return filePublic === "true" && /^https:/i.test(filePath);
}

/**
 * The files of each event of one source, from the rows of files that belong to the event. An event's own rows name no
 * file.
 * @param rows of observations of the source, with their `eventID`
 */
export function filesOfEvents(
  rows: readonly ObservationRow[],
  media: readonly MediaRow[],
): ReadonlyMap<string, readonly MediaRow[]> {
  const byId = new Map(media.map((file) => [file.mediaID, file]));
  const inEvents = Map.groupBy(
    rows.filter(({ eventID, mediaID }) => eventID !== undefined && mediaID !== undefined),
    ({ eventID = "" }) => eventID,
  );
  return new Map(
    [...inEvents].map(([event, own]) => {
      const files = [...new Set(own.map(({ mediaID }) => byId.get(mediaID)))];
      return [event, files.filter((file) => file !== undefined).toSorted(inTime)];
    }),
  );
}

function inTime(a: MediaRow, b: MediaRow): number {
  const byTime = Date.parse(a.timestamp ?? "") - Date.parse(b.timestamp ?? "");
  return byTime || ((a.fileName ?? "") < (b.fileName ?? "") ? -1 : 1);
}
