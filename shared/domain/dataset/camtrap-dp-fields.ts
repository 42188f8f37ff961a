import * as z from "zod/mini";
import { orNull } from "../wire/or-null.ts";
import {
  emptyText,
  filePath,
  fitsInRecord,
  maxCellBytes,
  mediaType,
  number,
  oneOf,
  optionalText,
  optionalTime,
  requiredText,
  requiredTime,
  whole,
  yesOrNo,
} from "./camtrap-dp-cells.ts";
import { type CellTexts, type Columns, cellsOf } from "./camtrap-dp-texts.ts";

// Data of Camtrap DP 1.0.2 about a record that no other field of the record holds, under the standard's column names,
// so that an exported package equals the imported one. Each column has the rules of its table schema, and the columns
// of a taxon have the rules of the profile: test/shared/domain/dataset/camtrap-dp-fields.test.ts compares them with the
// published files.

const featureTypes = [
  ...(["roadPaved", "roadDirt", "trailHiking", "trailGame", "roadUnderpass", "roadOverpass"] as const),
  ...(["roadBridge", "culvert", "burrow", "nestSite", "carcass", "waterSource", "fruitingTree"] as const),
] as const;
const ranks = ["kingdom", "phylum", "class", "order", "family", "genus", "species", "subspecies"] as const;

const Deployment = z.partial(
  z.strictObject({
    deploymentID: requiredText,
    locationID: optionalText,
    /** Set if the source is named after its `deploymentID`, because the place has no other name. */
    locationName: optionalText,
    deploymentStart: requiredTime,
    deploymentEnd: requiredTime,
    setupBy: optionalText,
    cameraID: optionalText,
    cameraDelay: whole(0),
    cameraHeight: number(0),
    cameraDepth: number(0),
    cameraTilt: whole(-90, 90),
    cameraHeading: whole(0, 360),
    detectionDistance: number(0),
    timestampIssues: yesOrNo,
    baitUse: yesOrNo,
    featureType: oneOf(...featureTypes),
    habitat: optionalText,
    deploymentGroups: optionalText,
    deploymentTags: optionalText,
    deploymentComments: optionalText,
  }),
);

const Medium = z.partial(
  z.strictObject({
    mediaID: requiredText,
    captureMethod: oneOf("activityDetection", "timeLapse"),
    filePath,
    filePublic: yesOrNo,
    fileName: optionalText,
    /** Media type of a sound. `media_type` allows only videos and pictures. */
    fileMediatype: mediaType,
    exifData: optionalText,
    favorite: yesOrNo,
    mediaComments: optionalText,
  }),
);

const Taxon = z.partial(
  z.strictObject({
    taxonID: requiredText,
    taxonRank: z.enum(ranks),
    kingdom: requiredText,
    phylum: requiredText,
    class: requiredText,
    order: requiredText,
    family: requiredText,
    genus: requiredText,
    vernacularNames: z.record(z.string().check(z.regex(/^[a-z]{3}$/)), requiredText),
  }),
);

const Observation = z.partial(
  z.strictObject({
    observationID: requiredText,
    eventID: optionalText,
    eventStart: requiredTime,
    eventEnd: requiredTime,
    observationLevel: z.enum(["media", "event"]),
    /** The position of an animal without a box, or a box with more decimals than its pixels hold. */
    bboxX: number(0, 1),
    bboxY: number(0, 1),
    bboxWidth: number(1e-15, 1),
    bboxHeight: number(1e-15, 1),
    individualPositionRadius: number(0),
    individualPositionAngle: number(-90, 90),
    individualSpeed: number(0),
    classificationMethod: emptyText,
    classificationTimestamp: optionalTime,
    classificationProbability: number(0, 1),
    observationTags: optionalText,
  }),
);

export type DeploymentCells = z.infer<typeof Deployment>;
export type MediaCells = z.infer<typeof Medium>;
export type TaxonCells = z.infer<typeof Taxon>;
export type ObservationCells = z.infer<typeof Observation>;

/**
 * The field `camtrap_dp` in a new record, in a patch, where `null` removes it, and in a response.
 * @param required columns that each column requires, as in JSON Schema
 */
function camtrapDp<T extends object>(
  cells: Columns<T>,
  id: string,
  table: string,
  example: T,
  required: Readonly<Record<string, readonly string[]>> = {},
) {
  const missing = Object.entries(required).flatMap(([given, others]) =>
    others.map((other) =>
      z.refine<T>((row) => !Object.hasOwn(row, given) || Object.hasOwn(row, other), {
        error: `is required when \`${given}\` is given.`,
        path: [other],
      }),
    ),
  );
  const field = cells.check(
    z.refine(fitsInRecord, { error: `must have at most ${maxCellBytes} bytes as JSON.` }),
    ...missing,
    z.meta({
      id,
      ...(missing.length === 0 ? {} : { dependentRequired: required }),
      description: `Values of the columns of ${table} in Camtrap DP (https://camtrap-dp.tdwg.org/data) that no other field holds. At most ${maxCellBytes} bytes as JSON. A change replaces the whole object. Exports return the values unchanged. An empty text is a cell that stays empty.`,
      examples: [example],
    }),
  );
  return {
    made: { camtrap_dp: orNull(field) },
    patched: { camtrap_dp: z.optional(z.nullable(field)) },
    shown: { camtrap_dp: z.optional(field) },
    /** In a response that has every field. */
    full: { camtrap_dp: z.nullable(field) },
    /** Reads the field from the texts of a row. */
    from: (texts: CellTexts): T | undefined => cellsOf(cells, texts),
  };
}

export const deploymentCells = camtrapDp<DeploymentCells>(
  Deployment,
  "CamtrapDpDeployment",
  "`deployments`",
  {
    deploymentID: "dep1",
    cameraHeight: 1.2,
    baitUse: false,
  },
);
export const mediaCells = camtrapDp<MediaCells>(Medium, "CamtrapDpMedia", "`media`", {
  mediaID: "med1",
  captureMethod: "activityDetection",
});
export const taxonCells = camtrapDp<TaxonCells>(Taxon, "CamtrapDpTaxon", "`taxonomic`", {
  taxonID: "https://www.checklistbank.org/dataset/COL2023/taxon/5BSG3",
  taxonRank: "species",
});
export const observationCells = camtrapDp<ObservationCells>(
  Observation,
  "CamtrapDpObservation",
  "`observations`",
  { observationID: "obs1", eventID: "sequence1" },
  {
    bboxX: ["bboxY"],
    bboxY: ["bboxX"],
    bboxWidth: ["bboxX", "bboxHeight"],
    bboxHeight: ["bboxX", "bboxWidth"],
  },
);
