import deployments from "./schemas/deployments-table-schema.json" with { type: "json" };
import media from "./schemas/media-table-schema.json" with { type: "json" };
import observations from "./schemas/observations-table-schema.json" with { type: "json" };
import type { TableSchema } from "./table-schema.ts";

/** The version of Camtrap DP in which packages are written, the newest one. */
const version = "1.0.2";

/** Versions 1.0 and 1.0.1 have the same columns and rules. 1.0.2 only adds spellings of a missing value. */
export const readVersions: readonly string[] = ["1.0", "1.0.1", version];

const base = `https://raw.githubusercontent.com/tdwg/camtrap-dp/${version}`;
export const profileAddress = `${base}/camtrap-dp-profile.json`;

export type TableName = "deployments" | "media" | "observations";

export const tableSchemas: Readonly<Record<TableName, TableSchema>> = { deployments, media, observations };

export function tableSchemaAddress(table: TableName): string {
  return `${base}/${table}-table-schema.json`;
}

export const deploymentColumns = [
  "deploymentID",
  "locationID",
  "locationName",
  "latitude",
  "longitude",
  "coordinateUncertainty",
  "deploymentStart",
  "deploymentEnd",
  "setupBy",
  "cameraID",
  "cameraModel",
  "cameraDelay",
  "cameraHeight",
  "cameraDepth",
  "cameraTilt",
  "cameraHeading",
  "detectionDistance",
  "timestampIssues",
  "baitUse",
  "featureType",
  "habitat",
  "deploymentGroups",
  "deploymentTags",
  "deploymentComments",
] as const;

export const mediaColumns = [
  "mediaID",
  "deploymentID",
  "captureMethod",
  "timestamp",
  "filePath",
  "filePublic",
  "fileName",
  "fileMediatype",
  "exifData",
  "favorite",
  "mediaComments",
] as const;

export const observationColumns = [
  "observationID",
  "deploymentID",
  "mediaID",
  "eventID",
  "eventStart",
  "eventEnd",
  "observationLevel",
  "observationType",
  "cameraSetupType",
  "scientificName",
  "count",
  "lifeStage",
  "sex",
  "behavior",
  "individualID",
  "individualPositionRadius",
  "individualPositionAngle",
  "individualSpeed",
  "bboxX",
  "bboxY",
  "bboxWidth",
  "bboxHeight",
  "classificationMethod",
  "classifiedBy",
  "classificationTimestamp",
  "classificationProbability",
  "observationTags",
  "observationComments",
] as const;

/** The texts of a row's cells. A cell without a value is `undefined`. */
export type Cells<Columns extends readonly string[]> = {
  readonly [Column in Columns[number]]?: string | undefined;
};
export type DeploymentRow = Cells<typeof deploymentColumns>;
export type MediaRow = Cells<typeof mediaColumns>;
export type ObservationRow = Cells<typeof observationColumns>;

/** Types of observations. `unclassified` is for a file that nobody has reviewed. */
const observationTypes = ["animal", "human", "vehicle", "blank", "unknown", "unclassified"] as const;
export type ObservationType = (typeof observationTypes)[number];

export function isObservationType(text: string | undefined): text is ObservationType {
  return observationTypes.some((type) => type === text);
}
