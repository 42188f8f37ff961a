import { csvLine, csvLines } from "../../../shared/formats/csv-text.ts";
import type { Contents } from "./read-back.ts";

type Row = Readonly<Record<string, string>>;

/** A small package of the kind that a program writes. All of its data are invented. */
type Written = {
  readonly version: string;
  readonly about: object;
  readonly deployments: readonly Row[];
  readonly media?: readonly Row[];
  readonly observations: readonly Row[];
  readonly more?: Contents;
};

const tables = ["deployments", "media", "observations"] as const;

/** Writes the files of a package. The columns of a table are those of its rows. */
function written({ version, about, more = {}, ...rows }: Written): Contents {
  const base = `https://raw.githubusercontent.com/tdwg/camtrap-dp/${version}`;
  const given = tables.flatMap((name) => (rows[name] === undefined ? [] : [{ name, rows: rows[name] }]));
  const resources = given.map(({ name }) => ({
    name,
    path: `${name}.csv`,
    profile: "tabular-data-resource",
    schema: `${base}/${name}-table-schema.json`,
  }));
  const { resources: others = [], ...described } = about as { resources?: readonly object[] };
  const descriptor = {
    resources: [...resources, ...others],
    profile: `${base}/camtrap-dp-profile.json`,
    created: "2026-05-01T08:00:00Z",
    ...described,
    spatial: { type: "Point", coordinates: [5.6, 51.1] },
    temporal: { start: "2026-03-01", end: "2026-04-30" },
  };
  return {
    "datapackage.json": JSON.stringify(descriptor),
    ...Object.fromEntries(given.map((table) => [`${table.name}.csv`, csvOf(table.rows)])),
    ...more,
  };
}

function csvOf(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return csvLine(columns) + csvLines(columns, rows);
}

const licenses = [
  { scope: "data", name: "CC0-1.0" },
  { scope: "media", path: "https://creativecommons.org/licenses/by/4.0/" },
];
const project = {
  title: "Otters of the brook",
  samplingDesign: "targeted",
  captureMethod: ["activityDetection"],
  individualAnimals: true,
  observationLevel: ["media", "event"],
};
const contributors = [
  {
    title: "Ida Brook",
    email: "ida@brook.example",
    role: "contact",
    path: "https://orcid.org/0000-0002-1825-0097",
  },
  { title: "Brook Institute", path: "https://brook.example", role: "rightsHolder" },
];
const otter = {
  scientificName: "Lutra lutra",
  taxonID: "https://www.checklistbank.org/dataset/COL2023/taxon/6WW59",
  taxonRank: "species",
  family: "Mustelidae",
  vernacularNames: { eng: "otter", nld: "otter" },
};
const [heron, muskrat] = ["Ardea cinerea", "Ondatra zibethicus"].map((scientificName) => ({
  scientificName,
}));

/** Agouti: rows of events and of files, positions without a box, and a clock that changes to summer time. */
const agouti = written({
  version: "1.0.1",
  about: {
    ...{ name: "brook-20260501", id: "5f0c6a53-9f1c-4f57-8f0b-1f6e8c3a7d11", title: "Brook" },
    ...{ contributors, licenses, project, taxonomic: [heron, otter], version: "1.0" },
    sources: [{ title: "Agouti", path: "https://www.agouti.eu", email: "agouti@wur.nl", version: "v4" }],
  },
  deployments: ["d7", "d3"].map((deploymentID, i) => ({
    ...{
      deploymentID,
      locationID: `l${i}`,
      locationName: `B_${i} brook`,
      latitude: "51.181",
      longitude: "5.655",
    },
    ...{ coordinateUncertainty: "187", deploymentStart: "2026-03-20T07:29:41+01:00" },
    ...{ deploymentEnd: "2026-04-08T06:20:40+02:00", setupBy: "Ida Brook", cameraID: "250" },
    ...{ cameraModel: "Reconyx-HF2X", cameraDelay: "0", cameraHeight: "0.70", cameraTilt: "-15" },
    ...{ cameraHeading: "350", detectionDistance: "3.00", timestampIssues: "false", baitUse: "false" },
    ...{
      featureType: "trailGame",
      habitat: "Marsh, with ponds",
      deploymentGroups: "area:DL | season:spring",
    },
    ...{ deploymentTags: "position:above stream", deploymentComments: "" },
  })),
  media: ["m4", "m1", "m3", "m2"].map((mediaID, i) => ({
    ...{
      mediaID,
      deploymentID: i < 2 ? "d7" : "d3",
      captureMethod: i === 3 ? "timeLapse" : "activityDetection",
    },
    timestamp: i < 2 ? `2026-03-21T10:00:0${i}+01:00` : `2026-04-02T10:00:0${i}+02:00`,
    ...{ filePath: `https://multimedia.example/assets/${mediaID}/file`, filePublic: "true" },
    ...{ fileName: `20260321-RCNX000${i}.JPG`, fileMediatype: "image/jpeg", exifData: '{"ISO": 640}' },
    ...{ favorite: i === 1 ? "true" : "", mediaComments: i === 1 ? "used, in figure" : "" },
  })),
  observations: [
    {
      mediaID: "",
      observationLevel: "event",
      count: "2",
      behavior: "foraging",
      classificationProbability: "1",
    },
    {
      mediaID: "m1",
      bboxX: "0.51234",
      bboxY: "0.74321",
      individualPositionRadius: "3.81",
      individualSpeed: "0.4",
    },
    { mediaID: "m4", bboxX: "0.1", bboxY: "0.2", individualPositionAngle: "-12.5", individualID: "Ada" },
    { mediaID: "m3", observationType: "human", scientificName: "", cameraSetupType: "setup", lifeStage: "" },
    { mediaID: "m2", observationType: "unclassified", scientificName: "", classifiedBy: "", lifeStage: "" },
  ].map((more, i) => ({
    ...{
      observationID: `o${9 - i}`,
      deploymentID: i < 3 ? "d7" : "d3",
      mediaID: "",
      eventID: i < 3 ? "e1" : "e2",
    },
    eventStart: i < 3 ? "2026-03-21T09:00:00Z" : "2026-04-02T08:00:02Z",
    eventEnd: i < 3 ? "2026-03-21T09:00:01Z" : "2026-04-02T08:00:03Z",
    ...{ observationLevel: "media", observationType: "animal", cameraSetupType: "" },
    ...{
      scientificName: "Lutra lutra",
      count: "1",
      lifeStage: "adult",
      sex: "",
      behavior: "",
      individualID: "",
    },
    ...{
      individualPositionRadius: "",
      individualPositionAngle: "",
      individualSpeed: "",
      bboxX: "",
      bboxY: "",
    },
    ...{ bboxWidth: "", bboxHeight: "", classificationMethod: "human", classifiedBy: "Ida Brook" },
    ...{ classificationTimestamp: "2026-04-20T09:39:52Z", classificationProbability: "" },
    ...{ observationTags: "", observationComments: i === 1 ? 'a "tail",\nonly' : "", ...more },
  })),
});

/** Trapper: boxes and scores of a machine with many decimals, times with `+0100`, and columns of its own. */
const trapper = written({
  version: "1.0",
  about: {
    ...{ name: "trapper-12", id: "b1f3cbf2-6f2e-4b0e-a0e3-9a3a0e9f8f12", title: "Brook, Trapper" },
    ...{ contributors: [{ ...contributors[0], role: "author", homepage: "x" }, contributors[1]] },
    ...{ licenses, project: { ...project, sequenceInterval: 300 }, organizations: [{ title: "Brook" }] },
    taxonomic: [
      { ...otter, vernacularNames: { en: "otter" }, taxonIDReference: "COL" },
      { ...heron, taxonRank: "SPECIES" },
    ],
  },
  deployments: [
    {
      ...{ deploymentID: "R1-brook", locationID: "brook", locationName: "R1-brook", latitude: "51.18123456" },
      ...{ longitude: "-5.6551", coordinateUncertainty: "", deploymentStart: "2026-03-20T07:29:41+0100" },
      ...{
        deploymentEnd: "2026-04-08T06:20:40+0200",
        setupBy: "",
        cameraModel: "",
        timestampIssues: "False",
      },
      ...{ baitUse: "False", featureType: "roadDirt", deploymentTags: "line:a | line:b", _id: "71" },
    },
  ],
  media: ["9", "10", "11"].map((mediaID, i) => ({
    ...{ mediaID, deploymentID: "R1-brook", captureMethod: "activityDetection" },
    ...{
      timestamp: `2026-03-21T10:00:0${i}+0100`,
      filePath: `https://trapper.example/media/${mediaID}/?token=a%20b`,
    },
    ...{ filePublic: "False", fileName: "", fileMediatype: i === 2 ? "video/mp4" : "image/jpeg" },
    ...{ exifData: "", favorite: "False", mediaComments: "", _id: mediaID },
  })),
  observations: ["10", "10", "9", "11"].map((mediaID, i) => ({
    ...{ observationID: `71-${i}`, deploymentID: "R1-brook", mediaID, eventID: i < 3 ? "5c1" : "" },
    eventStart: `2026-03-21T10:00:0${{ 9: 0, 10: 1, 11: 2 }[mediaID]}+0100`,
    eventEnd:
      i === 3 ? "2026-03-21T10:00:32+0100" : `2026-03-21T10:00:0${{ 9: 0, 10: 1, 11: 2 }[mediaID]}+0100`,
    ...{
      observationLevel: "media",
      observationType: "animal",
      scientificName: i === 2 ? "Ardea cinerea" : "Lutra lutra",
    },
    ...{ count: "1.0", lifeStage: "juvenile", sex: "female", behavior: "walking|foraging", individualID: "" },
    ...{ bboxX: `0.12345${i}7`, bboxY: "0.00001", bboxWidth: "0.333333", bboxHeight: `0.99999` },
    ...{
      classificationMethod: i === 2 ? "human" : "machine",
      classifiedBy: i === 2 ? "Ida Brook" : "MegaDetector v5",
    },
    ...{
      classificationTimestamp: "2026-04-20T11:39:52+0200",
      classificationProbability: i === 2 ? "" : "0.98765432",
    },
    ...{ observationTags: "wet | night", observationComments: "", _id: String(i), wind: "3" },
  })),
});

/** Wildlife Insights, as people convert it in R: NA, TRUE, files in a cloud, e-mail addresses, and little metadata. */
const wildlifeInsights = written({
  version: "1.0.2",
  about: {
    name: "WI 2003456",
    contributors: [{ title: "Ida Brook", email: "not known" }],
    project: { ...project, samplingDesign: "simple random", observationLevel: ["media"] },
    taxonomic: [],
  },
  deployments: ["BR 01 2026", "BR 02 2026"].map((deploymentID) => ({
    ...{
      deploymentID,
      longitude: "5.6551234567",
      latitude: "-0.0000071",
      locationName: "NA",
      locationID: "BR 01",
    },
    ...{ deploymentStart: "2026-03-20T00:00:00Z", deploymentEnd: "2026-04-08T00:00:00Z", baitUse: "NA" },
    ...{ coordinateUncertainty: "30.0", cameraHeight: "NA", setupBy: "ida@brook.example", cameraModel: "NA" },
  })),
  media: ["a", "b", "c", "d"].map((id, i) => ({
    ...{ mediaID: `image ${id}`, deploymentID: "BR 01 2026", timestamp: `2026-03-21T10:0${3 - i}:00Z` },
    ...{
      filePath: `gs://bucket__main/deployment/2090/${id}.jpg`,
      filePublic: "TRUE",
      fileMediatype: "image/jpeg",
    },
    favorite: "FALSE",
  })),
  observations: ["a", "b", "c", "d"].map((id, i) => ({
    ...{ observationID: `image ${id}`, mediaID: `image ${id}`, deploymentID: "BR 01 2026" },
    ...{ eventStart: `2026-03-21T10:0${3 - i}:00Z`, eventEnd: `2026-03-21T10:0${3 - i}:00Z`, count: "2.0" },
    ...{ observationLevel: "media", observationType: ["animal", "human", "blank", "vehicle"][i] ?? "" },
    ...{
      scientificName: ["Canis lupus familiaris", "Homo sapiens", "NA", "Vehicle"][i] ?? "",
      lifeStage: "NA",
      sex: "NA",
    },
    ...{ classificationMethod: "NA", classifiedBy: i === 0 ? "ida@brook.example" : "Computer Vision" },
    classificationProbability: "0.5",
  })),
});

/** The reference example: a table of its own, a picture of the package, and files in the zip. */
const reference = written({
  version: "1.0.2",
  about: {
    ...{ name: "example", id: "0a0ed41b-8ac8-4c3a-8a61-4d38e1d0d313", title: "Example", image: "cover.png" },
    ...{
      contributors,
      licenses,
      project,
      taxonomic: [otter],
      coordinatePrecision: 0.001,
      keywords: ["otter"],
    },
    ...{
      homepage: "https://brook.example/data",
      references: ["10.1234/otter"],
      bibliographicCitation: "Brook I (2026).",
    },
    resources: [{ name: "individuals", data: [{ id: 1, individualName: "Ada" }] }],
    relatedIdentifiers: [
      {
        relationType: "IsDerivedFrom",
        relatedIdentifier: "https://doi.org/10.1234/1",
        relatedIdentifierType: "DOI",
      },
    ],
  },
  deployments: [
    {
      ...{
        deploymentID: "00a",
        locationID: "",
        locationName: "brook",
        latitude: "51.496",
        longitude: "4.774",
      },
      ...{ deploymentStart: "2026-03-20T07:00:00+01:00", deploymentEnd: "2026-04-08T07:00:00+02:00" },
    },
  ],
  media: ["z.jpg", "a.jpg"].map((fileName, i) => ({
    ...{
      mediaID: `m${i}`,
      deploymentID: "00a",
      captureMethod: "",
      timestamp: `2026-03-21T10:00:0${i}+01:00`,
    },
    ...{ filePath: `media/${fileName}`, filePublic: "true", fileName, fileMediatype: "image/jpeg" },
  })),
  observations: ["m1", "m0"].map((mediaID, i) => ({
    ...{
      observationID: `${mediaID}_${i}`,
      deploymentID: "00a",
      mediaID,
      eventID: "",
      eventStart: "2026-03-21T09:00:00Z",
    },
    ...{ eventEnd: "2026-03-21T09:00:07Z", observationLevel: "media", observationType: "animal" },
    ...{
      scientificName: "Lutra lutra",
      count: "",
      bboxX: "0.5",
      bboxY: "0.25",
      bboxWidth: "0.12345",
      bboxHeight: "0.1",
    },
    ...{ classificationMethod: "machine", classifiedBy: "model", classificationProbability: "1" },
  })),
  more: { "media/z.jpg": "z", "media/a.jpg": "a", "cover.png": "cover", "notes.txt": "notes" },
});

/** MICA: many events a camera, numbered for each deployment, in an order of its own, and cameras that saw nothing. */
const mica = written({
  version: "1.0.2",
  about: {
    ...{
      name: "mica",
      id: "95a58d6b-b7ba-475d-8144-10b0dda67d9e",
      contributors,
      licenses,
      project,
      title: "MICA",
    },
    taxonomic: [heron, muskrat, otter],
  },
  deployments: ["c", "a", "e", "b"].map((deploymentID) => ({
    ...{
      deploymentID,
      latitude: "51.2",
      longitude: "5.6",
      locationName: `place ${deploymentID}`,
      setupBy: "anonymized:3eb30aa",
    },
    ...{ deploymentStart: "2026-03-20T07:00:00Z", deploymentEnd: "2026-04-08T07:00:00Z" },
  })),
  media: ["5", "1", "4", "2", "3", "6"].map((id, i) => ({
    ...{
      mediaID: id,
      deploymentID: i % 2 === 0 ? "b" : "c",
      timestamp: `2026-03-2${i + 1}T10:00:00Z`,
      filePublic: "false",
    },
    ...{ filePath: `https://files.example/${id}`, fileName: `${id}.MP4`, fileMediatype: "video/mp4" },
  })),
  observations: ["3", "1", "5", "2", "4", "6"].map((mediaID, i) => {
    const [media, day] = [i > 3 ? "" : mediaID, ["5", "1", "4", "2", "3", "6"].indexOf(mediaID) + 1];
    return {
      ...{
        observationID: `${9 - i}`,
        deploymentID: (day - 1) % 2 === 0 ? "b" : "c",
        mediaID: media,
        eventID: `${i % 2}`,
      },
      ...{ eventStart: `2026-03-2${day}T10:00:00Z`, eventEnd: `2026-03-2${day}T10:00:20Z` },
      ...{ observationLevel: media === "" ? "event" : "media", observationType: "animal" },
      ...{ scientificName: i % 2 === 0 ? "Ondatra zibethicus" : "Ardea cinerea", count: "3" },
      ...{ classificationMethod: "human", classifiedBy: "Danny" },
    };
  }),
});

/** Rows of events only: their files are named by no row. One event has no file at all. */
const eventsOnly = written({
  version: "1.0.1",
  about: {
    ...{
      name: "events",
      id: "7a1f5c3e-40d3-4f0a-9f68-0d7ad6d1f414",
      contributors,
      licenses,
      title: "Events",
    },
    ...{ project: { ...project, observationLevel: ["event"] }, taxonomic: [otter] },
  },
  deployments: ["x", "w"].map((deploymentID) => ({
    ...{ deploymentID, latitude: "51.2", longitude: "5.6" },
    ...{ deploymentStart: "2026-03-20T07:00:00+01:00", deploymentEnd: "2026-04-08T07:00:00+02:00" },
  })),
  media: ["9", "8", "7"].map((mediaID, i) => ({
    ...{
      mediaID,
      deploymentID: "w",
      timestamp: `2026-03-21T10:00:0${i}+01:00`,
      filePath: `https://files.example/${mediaID}.jpg`,
    },
    ...{ filePublic: "true", fileMediatype: "image/jpeg" },
  })),
  observations: [0, 1, 2].map((i) => ({
    ...{ observationID: `o${3 - i}`, deploymentID: i === 1 ? "x" : "w", eventID: `e${i}` },
    ...{ eventStart: `2026-03-2${i + 1}T10:00:00+01:00`, eventEnd: `2026-03-2${i + 1}T10:00:20+01:00` },
    ...{ observationLevel: "event", observationType: i === 2 ? "blank" : "animal" },
    ...{ scientificName: i === 2 ? "" : "Lutra lutra", count: i === 2 ? "" : "2" },
  })),
});

/** Packages of other institutes, by the program that writes their kind. */
export const institutes = { agouti, trapper, wildlifeInsights, reference, mica, eventsOnly };
export type Institute = keyof typeof institutes;
