/**
 * Name of the schema of our own table in a package. The table holds the data that fit no column of the standard, so
 * that a package of this service can be imported again without loss. Other programs ignore it.
 */
export const ownSchemaName = "wildlife-video-annotations";

/** The source of data that exports add to those of the dataset. */
export const ownSource = { title: "Wildlife video annotation" };

export const ownColumns = [
  "observationID",
  "start",
  "end",
  "mediaStart",
  "mediaEnd",
  "boxUnits",
  "boundingBox",
  "keypoints",
  "observation",
  "machine",
  "identifications",
] as const;

const fields: Readonly<Record<(typeof ownColumns)[number], { type: string; description: string }>> = {
  observationID: { type: "string", description: "Id of the row in observations." },
  start: { type: "string", description: "Start in the time of the media file, HH:MM:SS.mmm." },
  end: { type: "string", description: "End in the time of the media file, HH:MM:SS.mmm." },
  mediaStart: { type: "string", description: "Start of the media file to the millisecond, in UTC." },
  mediaEnd: { type: "string", description: "End of the media file; empty while it is recorded." },
  boxUnits: { type: "string", description: "Size of the picture in pixels, in which boxes are measured." },
  boundingBox: { type: "object", description: "Corners in pixels. Both belong to the box." },
  keypoints: { type: "array", description: "Boxes at times of the media file." },
  observation: { type: "object", description: "All pairs of the observation." },
  machine: { type: "object", description: "The programs that made the label." },
  identifications: { type: "array", description: "Number of votes for each species." },
};

/** The resource of our own table in datapackage.json, including its schema. */
export function ownResource(path: string) {
  return {
    name: "annotations",
    path,
    profile: "tabular-data-resource",
    format: "csv",
    mediatype: "text/csv",
    encoding: "utf-8",
    description:
      "Data without a column in observations: times to the millisecond, tracks of boxes, all pairs, votes.",
    schema: {
      name: ownSchemaName,
      fields: ownColumns.map((name) => ({
        name,
        ...fields[name],
        ...(name === "observationID" ? { constraints: { required: true, unique: true } } : {}),
      })),
      primaryKey: "observationID",
      foreignKeys: [
        { fields: "observationID", reference: { resource: "observations", fields: "observationID" } },
      ],
    },
  };
}
