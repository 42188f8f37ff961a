import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { segmentsOf } from "../../../../bench/support/data-set-items.ts";
import { NewAnnotation } from "../../../../shared/domain/annotation/new-annotation.ts";
import type { User } from "../../../../shared/domain/person/user.ts";
import { NewCaptureSource } from "../../../../shared/domain/source/capture-source.ts";
import { NewVideoStream } from "../../../../shared/domain/stream/video-stream.ts";
import { datasets } from "../../../../shared/store/dataset/datasets.ts";
import { userItem, userTerms } from "../../../../shared/store/person/user-item.ts";
import { listedSpeciesTerms, speciesItem } from "../../../../shared/store/species/item.ts";
import { videoStreamItem } from "../../../../shared/store/stream/item.ts";
import { videoStreamById } from "../../../../shared/store/stream/reader.ts";
import type { Table } from "../../../../shared/table/table.ts";
import { type S3UnderTest, startS3UnderTest } from "../../../local/s3/s3-under-test.ts";
import { requests as labelRequests } from "../../../properties/annotation-requests.ts";
import { requests as streamRequests } from "../../../properties/stream-requests.ts";
import { putAll } from "../../../support/dynamo/bulk.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";
import { exportRequests } from "../../../support/exports/export-requests.ts";
import { species } from "../../../support/exports/export-world.ts";
import { type FieldPath, textFields, withValue } from "../../../support/formats/text-fields.ts";
import { dataset } from "../../../support/formats/world.ts";
import { unzip } from "../../../support/unzip.ts";

const database = useTable();
let s3: S3UnderTest;
let table: Table;
/** The marks of all texts that were planted, each with the place of the camera in one of the forms. */
const planted: string[] = [];
/** The fields that take none of these texts, such as times. */
const refused: string[] = [];

const forms = ["51.777901, 4.680502", `51°46'40"N 4°40'50"E`, "31U 616123 5737456", "Secret Mill Pond"];

function secret(): string {
  planted.push(`planted${planted.length + 1}x`);
  return `${forms[planted.length % forms.length]} ${planted.at(-1)}`;
}

/** Writes a secret into a text field, in the first form that the field takes. */
function plantedIn(body: unknown, at: FieldPath, isValid: (body: unknown) => boolean): unknown {
  const text = secret();
  const mark = planted.at(-1);
  for (const each of [text, `https://video.example/${encodeURIComponent(text)}.mp4`, `video/${mark}`]) {
    const changed = withValue(body, at, each);
    if (isValid(changed)) return changed;
  }
  planted.pop();
  refused.push(at.join("/"));
  return body;
}

/** @param without a field that the body must not have */
const everywhere = (name: string, body: unknown, isValid: (body: unknown) => boolean, without = "") =>
  textFields(name)
    .filter(([first]) => first !== without)
    .reduce((changed, at) => plantedIn(changed, at, isValid), body);

/** The keys that exports read, and one that they do not. */
const keysOfPairs = [
  ...["behaviour", "individualID", "count", "sex", "lifeStage", "cameraSetupType", "observationType"],
  ...["comments", "weather"],
];

const wolf = 4;
const person = (id: number, displayName: string): User => ({
  ...{ id, role: "curator", displayName, email: `user${id}@example.org` },
  ...{ disabled: false, invited: false, version: 1 },
});
const admin: User = { ...person(1, "Ann"), role: "admin" };

beforeAll(async () => {
  s3 = await startS3UnderTest();
  table = await database.fresh();
  const curator = person(2, secret());
  await putAll(table, [
    ...[admin, curator].map(userItem),
    ...species.map(speciesItem),
    ...segmentsOf("species", species, listedSpeciesTerms),
    ...segmentsOf("user", [admin, curator], userTerms),
  ]);
  await datasets(table).replace(undefined, dataset);
  const idempotency = undefined;
  const isValid = (schema: { safeParse: (body: unknown) => { success: boolean } }) => (body: unknown) =>
    schema.safeParse(body).success;

  const camera = { name: "a", location: "51.777901,4.680502", camera_hardware: "b" };
  const source = NewCaptureSource.parse(everywhere("NewCaptureSource", camera, isValid(NewCaptureSource)));
  await streamRequests(table).createSource({ body: source, idempotency });
  for (const i of [0, 1]) {
    const startTime = new Date(Date.UTC(2026, 2, 1, 6 + i)).toISOString();
    const endTime = new Date(Date.UTC(2026, 2, 1, 6 + i, 10)).toISOString();
    const video = { stream_url: "https://a.example/a", capturesource: 1, startTime, endTime };
    const sized = { ...video, width: 1920, height: 1080 };
    const isPlayable = (body: unknown) => /"stream_url":"https:/.test(JSON.stringify(body));
    const isVideo = (body: unknown) => isPlayable(body) && isValid(NewVideoStream)(body);
    const body = NewVideoStream.parse(everywhere("NewVideoStream", sized, isVideo));
    const { body: made } = await streamRequests(table).create({ body, idempotency }, admin);
    const stream = await videoStreamById(table)(made.id);
    if (stream === undefined) throw new Error("no stream");
    const file = { upload: 1, fingerprint: "", name: secret() };
    await putAll(table, [videoStreamItem({ ...stream, file })]);
  }

  const box = { x1: 1, y1: 2, x2: 300, y2: 400 };
  const timespan = { start: "00:00:01", end: "00:00:04" };
  const pairs = Object.fromEntries(keysOfPairs.map((key) => [key, secret()]));
  const observation = { species: "Canis lupus", ...pairs };
  const human = { videostreamId: 1, timespan, boundingBox: box, observer: "a", observation };
  const machine = {
    method: "machine",
    confidence: 0.9,
    machine: { detection: 0.8, alternatives: [{ name: "a", score: 0.1 }] },
  };
  const labels: [string, object][] = [
    ["NewAnnotationInObservationShape", human],
    ["NewAnnotationInObservationShape", { ...human, ...machine }],
    [
      "NewAnnotationInIdentificationShape",
      { videostream_id: 1, keypoints: [{ box, time: "00:00:02" }], identification: wolf },
    ],
    // Event rows of a package.
    [
      "NewAnnotationInObservationShape",
      { ...human, camtrap_dp: { observationLevel: "event", eventID: "e", observationID: "o" } },
    ],
  ];
  for (const [name, label] of labels) {
    const body = NewAnnotation.parse(
      everywhere(name, label, isValid(NewAnnotation), "method" in label ? "" : "machine"),
    );
    await labelRequests(table).create({ body, idempotency, query: {} }, curator);
  }
});
afterAll(() => s3.stop());

const formats: [string, object][] = [
  ["csv", { columns: keysOfPairs }],
  ["camtrap-dp", { level: "media", streams: "all", machine: "all" }],
  ["camtrap-dp", { level: "both", streams: "all", machine: "all" }],
  ["dwca", { level: "media", machine: "all" }],
  ["dwca", { level: "event", machine: "all" }],
  ["coco", { machine: "all" }],
  ["ytvis", { machine: "all" }],
];

describe("the place of a sensitive species", () => {
  const secretsIn = async (format: string, options: object, caller: User) => {
    const requests = exportRequests(table, s3.client, { worksAtOnce: true });
    const { body } = await requests.create({ format, options }, caller);
    expect(body).toMatchObject({ status: "done" });
    const all = await Promise.all(
      body.files.map(async ({ url }) => new Uint8Array(await (await fetch(url)).arrayBuffer())),
    );
    const isText = format === "csv";
    const text = all
      .flatMap((bytes) => (isText ? [Buffer.from(bytes).toString()] : Object.entries(unzip(bytes)).flat()))
      .join("\n");
    const found = planted.filter((mark) => text.includes(mark));
    return [...found, ...(text.match(/51\.777|51°46|616123|Secret.Mill/g) ?? [])];
  };

  test.each(formats)("leaves by no text that anybody typed, in %s %j", async (format, options) => {
    const people = ["camtrap-dp", "dwca"].includes(format) ? [{ people: "names" }, {}] : [{}];
    for (const how of people)
      expect(await secretsIn(format, { ...options, ...how }, person(2, ""))).toEqual([]);
  });

  test("would leave by them otherwise: admins may export it", async () => {
    const exact = { coordinates: "exact" };
    const found = await Promise.all([
      secretsIn("csv", { columns: keysOfPairs, ...exact }, admin),
      secretsIn("camtrap-dp", { machine: "all", streams: "all", people: "names", ...exact }, admin),
    ]);
    const marks = new Set(found.flat().filter((each) => each.startsWith("planted")));
    expect(marks.size).toBeGreaterThan(40);
  });

  test("is planted in every text field but those of a fixed form", () => {
    expect([...new Set(refused)].toSorted()).toEqual([
      ...["camtrap_dp/classificationTimestamp", "camtrap_dp/deploymentEnd", "camtrap_dp/deploymentStart"],
      ...["camtrap_dp/eventEnd", "camtrap_dp/eventStart", "endTime", "keypoints/0/time", "location"],
      ...["startTime", "time_zone", "timespan/end", "timespan/start"],
    ]);
  });
});
