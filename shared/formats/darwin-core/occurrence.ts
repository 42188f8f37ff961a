import type { Cells, DeploymentRow, ObservationRow } from "../camtrap-dp/standard.ts";

// The mapping is that of camtrapdp's write_dwc, which follows the guide of Reyserhove et al. 2023
// (doi:10.35035/doc-0qzp-2x37); scientificNameID is for OBIS.

const [dc, dwc] = ["http://purl.org/dc/terms/", "http://rs.tdwg.org/dwc/terms/"];

/** The columns of occurrence.csv, and their terms. */
export const occurrenceTerms = {
  type: `${dc}type`,
  license: `${dc}license`,
  rightsHolder: `${dc}rightsHolder`,
  datasetID: `${dwc}datasetID`,
  collectionCode: `${dwc}collectionCode`,
  datasetName: `${dwc}datasetName`,
  basisOfRecord: `${dwc}basisOfRecord`,
  dataGeneralizations: `${dwc}dataGeneralizations`,
  occurrenceID: `${dwc}occurrenceID`,
  individualCount: `${dwc}individualCount`,
  sex: `${dwc}sex`,
  lifeStage: `${dwc}lifeStage`,
  behavior: `${dwc}behavior`,
  occurrenceStatus: `${dwc}occurrenceStatus`,
  occurrenceRemarks: `${dwc}occurrenceRemarks`,
  organismID: `${dwc}organismID`,
  eventID: `${dwc}eventID`,
  parentEventID: `${dwc}parentEventID`,
  eventDate: `${dwc}eventDate`,
  habitat: `${dwc}habitat`,
  samplingProtocol: `${dwc}samplingProtocol`,
  samplingEffort: `${dwc}samplingEffort`,
  eventRemarks: `${dwc}eventRemarks`,
  locationID: `${dwc}locationID`,
  locality: `${dwc}locality`,
  minimumDepthInMeters: `${dwc}minimumDepthInMeters`,
  maximumDepthInMeters: `${dwc}maximumDepthInMeters`,
  minimumDistanceAboveSurfaceInMeters: `${dwc}minimumDistanceAboveSurfaceInMeters`,
  maximumDistanceAboveSurfaceInMeters: `${dwc}maximumDistanceAboveSurfaceInMeters`,
  decimalLatitude: `${dwc}decimalLatitude`,
  decimalLongitude: `${dwc}decimalLongitude`,
  geodeticDatum: `${dwc}geodeticDatum`,
  coordinateUncertaintyInMeters: `${dwc}coordinateUncertaintyInMeters`,
  coordinatePrecision: `${dwc}coordinatePrecision`,
  identifiedBy: `${dwc}identifiedBy`,
  dateIdentified: `${dwc}dateIdentified`,
  identificationVerificationStatus: `${dwc}identificationVerificationStatus`,
  identificationRemarks: `${dwc}identificationRemarks`,
  taxonID: `${dwc}taxonID`,
  scientificName: `${dwc}scientificName`,
  kingdom: `${dwc}kingdom`,
  scientificNameID: `${dwc}scientificNameID`,
} as const;

export type OccurrenceRow = Cells<readonly (keyof typeof occurrenceTerms)[]>;

/** The used parts of datapackage.json. */
export type PackageFacts = {
  readonly id?: unknown;
  readonly title?: unknown;
  readonly sources?: readonly Readonly<Record<string, unknown>>[];
  readonly licenses?: readonly Readonly<Record<string, unknown>>[];
  readonly contributors?: readonly Readonly<Record<string, unknown>>[];
  /** In degrees. */
  readonly coordinatePrecision?: number;
};

const features: Readonly<Record<string, string>> = {
  roadPaved: "paved road",
  roadDirt: "dirt road",
  trailHiking: "hiking trail",
  trailGame: "game trail",
  roadUnderpass: "road underpass",
  roadOverpass: "road overpass",
  roadBridge: "road bridge",
  culvert: "culvert",
  burrow: "burrow",
  nestSite: "nest site",
  carcass: "carcass",
  waterSource: "water source",
  fruitingTree: "fruiting tree",
};

/** Returns true if an observation is an occurrence in an archive of a level. */
export function isOccurrence({ observationType, observationLevel }: ObservationRow, level: string): boolean {
  return observationType === "animal" && observationLevel === level;
}

/** @param taxonID of the observation's scientific name */
export function occurrence(
  observation: ObservationRow,
  deployment: DeploymentRow,
  taxonID: string | undefined,
  facts: PackageFacts,
): OccurrenceRow {
  const { coordinatePrecision: precision } = facts;
  const { cameraDepth, cameraHeight } = deployment;
  const isName = taxonID !== undefined && /^(urn:lsid:|https?:)/i.test(taxonID);
  return {
    type: "Image",
    license: licence(facts, "data"),
    rightsHolder: text(facts.contributors?.find(({ role }) => role === "rightsHolder")?.["title"]),
    datasetID: text(facts.id),
    collectionCode: text(facts.sources?.[0]?.["title"]),
    datasetName: text(facts.title),
    basisOfRecord: "MachineObservation",
    dataGeneralizations: precision === undefined ? undefined : `coordinates rounded to ${precision} degree`,
    occurrenceID: observation.observationID,
    individualCount: observation.count,
    sex: observation.sex,
    lifeStage: observation.lifeStage,
    behavior: observation.behavior,
    occurrenceStatus: "present",
    occurrenceRemarks: observation.observationComments,
    organismID: observation.individualID,
    eventID: observation.eventID,
    parentEventID: observation.deploymentID,
    eventDate: interval(observation.eventStart, observation.eventEnd),
    habitat: deployment.habitat,
    samplingProtocol: "camera trap",
    samplingEffort: `${utc(deployment.deploymentStart)}/${utc(deployment.deploymentEnd)}`,
    eventRemarks: eventRemarks(observation, deployment),
    locationID: deployment.locationID,
    locality: deployment.locationName,
    minimumDepthInMeters: cameraDepth,
    maximumDepthInMeters: cameraDepth,
    minimumDistanceAboveSurfaceInMeters: cameraHeight,
    maximumDistanceAboveSurfaceInMeters: cameraHeight,
    decimalLatitude: deployment.latitude,
    decimalLongitude: deployment.longitude,
    geodeticDatum: "EPSG:4326",
    coordinateUncertaintyInMeters: deployment.coordinateUncertainty,
    coordinatePrecision: precision === undefined ? undefined : String(precision),
    identifiedBy: observation.classifiedBy,
    dateIdentified: utc(observation.classificationTimestamp),
    ...verification(observation),
    taxonID,
    scientificName: observation.scientificName,
    kingdom: "Animalia",
    scientificNameID: isName ? taxonID : undefined,
  };
}

/** The licence of a scope, `data` or `media`: its name, or the address of its text. */
export function licence({ licenses }: PackageFacts, scope: string): string | undefined {
  const found = licenses?.find((each) => each["scope"] === scope);
  return text(found?.["name"]) ?? text(found?.["path"]);
}

/** A time of a package in UTC, in whole seconds. */
export function utc(time: string | undefined): string | undefined {
  return time && `${new Date(time).toISOString().slice(0, -".000Z".length)}Z`;
}

function interval(start: string | undefined, end: string | undefined): string | undefined {
  return utc(start) === utc(end) ? utc(start) : `${utc(start)}/${utc(end)}`;
}

/** For example "camera trap with bait near burrow | tags: a, b | a comment". */
function eventRemarks({ observationTags: tags }: ObservationRow, deployment: DeploymentRow): string {
  const { baitUse, featureType, deploymentComments: comments } = deployment;
  const feature = featureType === undefined ? "" : ` near ${features[featureType] ?? featureType}`;
  const camera = { true: "camera trap with bait", false: "camera trap without bait" }[baitUse ?? ""];
  return [
    (camera ?? (feature === "" ? "" : "camera trap")) + feature,
    tags === undefined ? "" : ` | tags: ${tags}`,
    comments === undefined ? "" : ` | ${comments}`,
  ].join("");
}

function verification(observation: ObservationRow): OccurrenceRow {
  const { classificationMethod: method, classificationProbability: probability } = observation;
  const isCertain = method === "human" && Number(probability) === 1;
  // 0.29 × 100 is a little less than 29.
  const percent = probability === undefined ? "" : Number((Number(probability) * 100).toPrecision(15));
  const by = method === undefined ? "classified" : `classified by a ${method}`;
  return {
    identificationVerificationStatus: isCertain ? "verified using recorded media" : undefined,
    identificationRemarks: percent === "" ? by : `${by} with ${percent}% certainty`,
  };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
