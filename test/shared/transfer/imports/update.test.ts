import type { S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verify } from "../../../../bench/support/verify.ts";
import { EVERYTHING } from "../../../../local/aws/principals.ts";
import { withVote } from "../../../../shared/domain/annotation/vote.ts";
import { deletedName } from "../../../../shared/domain/person/display-name.ts";
import { keepFacts } from "../../../../shared/media/read/keep-facts.ts";
import { annotationById } from "../../../../shared/store/annotation/reader.ts";
import { rightTimes } from "../../../../shared/store/annotation/right-times.ts";
import { annotationWriter } from "../../../../shared/store/annotation/writer.ts";
import { captureSourceById } from "../../../../shared/store/source/reader.ts";
import { videoStreamById } from "../../../../shared/store/stream/reader.ts";
import { videoStreamWriter } from "../../../../shared/store/stream/writer.ts";
import type { Table } from "../../../../shared/table/table.ts";
import type { ImportView } from "../../../../shared/views/job/import.ts";
import { type S3UnderTest, startS3UnderTest } from "../../../local/s3/s3-under-test.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";
import { ben } from "../../../support/exports/export-world.ts";
import { runKilledWorkers } from "../../../support/exports/killed-workers.ts";
import { packageOf } from "../../../support/exports/package-of.ts";
import { rowsOf } from "../../../support/formats/tables.ts";
import type { World } from "../../../support/formats/world.ts";
import { writePackage } from "../../../support/formats/write-package.ts";
import { importRequests } from "../../../support/imports/import-requests.ts";
import { emptyTable, world } from "../../../support/imports/import-world.ts";
import { zipOf } from "../../../support/imports/zip-of.ts";
import { seededRandom } from "../../../support/seeded-random.ts";

const database = useTable();
let s3: S3UnderTest;
beforeAll(async () => {
  s3 = await startS3UnderTest();
});
afterAll(() => s3.stop());

const client = () => s3.clientWith(EVERYTHING, { requestChecksumCalculation: "WHEN_REQUIRED" });
const zipped = (of: World) => zipOf(writePackage(of, { people: "names", coordinates: "exact" }).texts);
const update = { options: { on_existing: "update" } };

/** Returns the numbers of created, changed and existing records of each table. */
const counted = ({ counts }: ImportView) =>
  Object.values(counts).map(({ made, changed, there }) => [made, changed, there]);

/** The same package a year later: a place, a stream and some labels were corrected. */
const corrected: World = {
  ...world,
  sources: world.sources.map((each) =>
    each.id === 2 ? { ...each, name: "Ridge, east side", location: "51.1,4.9" } : each,
  ),
  streams: world.streams.map((each) => (each.id === 3 ? { ...each, startMs: each.startMs + 60_000 } : each)),
  annotations: world.annotations.map((each) =>
    each.id % 10 === 0
      ? {
          ...each,
          endMs: each.endMs + 250,
          boundingBox: undefined,
          observation: { species: "Lutra lutra", sex: "female" },
        }
      : each,
  ),
};

async function imported() {
  const table = await emptyTable(database);
  const requests = importRequests(table, client());
  await requests.import(await zipped(world), ben);
  return { table, requests };
}

/** Returns the tables of a package. */
async function exported(table: Table) {
  const { "datapackage.json": _, ...texts } = await packageOf(table, s3.client);
  const tables = Object.entries(texts).map(async ([name, text]) => [name, await rowsOf(text)] as const);
  return Object.fromEntries(await Promise.all(tables));
}

test("an unchanged package changes nothing", async () => {
  const { requests } = await imported();
  const again = await requests.import(await zipped(world), ben, update);
  expect(counted(again)).toEqual([2, 2, 4, 40].map((n) => [0, 0, n]));
  expect(again.warnings).toEqual([]);
});

test("an update from a corrected package leads to the same records as a first import of that package", async () => {
  const { table, requests } = await imported();
  const before = await exported(table);
  const zip = await zipped(corrected);
  expect(counted(await requests.import(zip, ben))).toEqual([2, 2, 4, 40].map((n) => [0, 0, n]));
  expect(await exported(table)).toEqual(before);

  const updated = await requests.import(zip, ben, update);
  expect(updated.warnings).toEqual([]);
  expect(counted(updated)).toEqual([
    [0, 1, 1],
    [0, 0, 2],
    [0, 1, 3],
    [0, 4, 36],
  ]);
  const fresh = await emptyTable(database);
  await importRequests(fresh, client()).import(zip, ben);
  expect(await exported(table)).toEqual(await exported(fresh));
  await verify(table, () => {});

  const again = await requests.import(zip, ben, update);
  expect(counted(again)).toEqual([2, 2, 4, 40].map((n) => [0, 0, n]));
  expect(counted(await requests.import(await zipped(world), ben, update))[3]).toEqual([0, 4, 36]);
  expect(await exported(table)).toEqual(before);
});

test("an update removes the values that a corrected row no longer has", async () => {
  const sourced = (more: object): World => ({
    ...world,
    sources: world.sources.map((each) => ({ ...each, ...more })),
  });
  const table = await emptyTable(database);
  const requests = importRequests(table, client());
  await requests.import(await zipped(sourced({ coordinateUncertainty: 30, timeZone: "+02:00" })), ben);
  const zip = await zipped(sourced({ coordinateUncertainty: undefined, timeZone: undefined }));
  expect(counted(await requests.import(zip, ben, update))[0]).toEqual([0, 2, 0]);
  const { coordinateUncertainty, timeZone } = (await captureSourceById(table)(1)) ?? { timeZone: "none" };
  expect({ coordinateUncertainty, timeZone }).toEqual({});
});

test("an update leaves records unchanged, with a warning, if somebody has changed or voted on them since the import", async () => {
  const { table, requests } = await imported();
  const annotations = annotationWriter(table);
  const [one, other] = await Promise.all([10, 20].map((id) => annotationById(table)(id)));
  if (one)
    await annotations.update(one, {
      ...one,
      observation: { species: "Vulpes vulpes", note: "mine" },
      changedMs: one.changedMs + 1,
    });
  if (other) await annotations.update(other, withVote(other, { id: 1 }, ben.id));
  const updated = await requests.import(await zipped(corrected), ben, update);
  expect(counted(updated)[3]).toEqual([0, 2, 38]);
  expect(updated.warnings).toEqual([
    {
      code: "not-updated",
      count: 2,
      first: "annotation-10: record 10 stays unchanged. It has been changed since its import.",
    },
  ]);
  expect(await annotationById(table)(10)).toMatchObject({ observation: { note: "mine" } });
  expect(await annotationById(table)(30)).toMatchObject({ observation: { sex: "female" }, version: 2 });
  expect(await captureSourceById(table)(2)).toMatchObject({ name: "Ridge, east side" });
  await verify(table, () => {});
});

test("an update changes labels if only the service has corrected their times since the import", async () => {
  const { table, requests } = await imported();
  await requests.import(await zipped(corrected), ben, update);
  const moved = corrected.annotations.filter(({ videostream }) => videostream === 3).map(({ id }) => id);
  await Promise.all(moved.map(rightTimes(table)));
  expect(await annotationById(table)(3)).toMatchObject({ version: 2 });
  const annotations = corrected.annotations.map((each) =>
    each.id === 3 ? { ...each, observation: { species: "Lutra lutra", sex: "male" } } : each,
  );
  const updated = await requests.import(await zipped({ ...corrected, annotations }), ben, update);
  expect([counted(updated)[3], updated.warnings]).toEqual([[0, 1, 39], []]);
  expect(await annotationById(table)(3)).toMatchObject({ observation: { sex: "male" }, version: 3 });
  await verify(table, () => {});
});

test("an update does not bring back the name of a person whose data were deleted", async () => {
  const typed = { ...world, annotations: world.annotations.map((each) => ({ ...each, observer: "Chris" })) };
  const table = await emptyTable(database);
  const requests = importRequests(table, client());
  await requests.import(await zipped(typed), ben);
  const annotations = annotationWriter(table);
  const label = await annotationById(table)(10);
  if (label) await annotations.update(label, { ...label, observer: deletedName });
  const updated = await requests.import(await zipped(typed), ben, update);
  expect([counted(updated)[3], updated.warnings]).toMatchObject([[0, 0, 40], [{ code: "not-updated" }]]);
  expect(await annotationById(table)(10)).toMatchObject({ observer: deletedName });
});

test("an update keeps the size and the media type that the service has read from a file if the package states none", async () => {
  const unsized: World = {
    ...world,
    streams: world.streams.map((each) => ({ ...each, size: undefined, mediaType: undefined })),
    annotations: world.annotations.map((each) => ({ ...each, boundingBox: undefined })),
  };
  const table = await emptyTable(database);
  const requests = importRequests(table, client());
  await requests.import(await zipped(unsized), ben);
  const stream = await videoStreamById(table)(3);
  const facts = { size: { width: 1280, height: 720 }, mediaType: "video/webm", codec: "vp9" };
  if (stream) await keepFacts(videoStreamWriter(table))(stream, facts);
  const read = await videoStreamById(table)(3);
  const again = await requests.import(await zipped(unsized), ben, update);
  expect([counted(again)[2], again.warnings]).toEqual([[0, 0, 4], []]);
  expect(await videoStreamById(table)(3)).toEqual(read);
  expect(read).toMatchObject({ size: facts.size });
  // A stream does not store whether the service or a person has changed it since the import.
  const later = unsized.streams.map((each) => ({
    ...each,
    startMs: each.startMs + (each.id < 3 ? 0 : 60_000),
  }));
  const updated = await requests.import(await zipped({ ...unsized, streams: later }), ben, update);
  expect([counted(updated)[2], updated.warnings]).toMatchObject([
    [0, 1, 3],
    [{ code: "not-updated", first: expect.stringContaining("It has been changed since its import.") }],
  ]);
});

test("an update changes each record once no matter when its workers are killed", async () => {
  const random = seededRandom(Number(process.env["SEED"] ?? 5));
  const { table } = await imported();
  const zips = [await zipped(corrected), await zipped(world)];
  for (let crashes = 0, run = 0; crashes < Number(process.env["EXPORT_KILLS"] ?? 4); run++) {
    let nowMs = Date.now();
    const options = { nowMs: () => nowMs, pieceSize: 6, worksAtOnce: false };
    const requests = importRequests(table, client(), options);
    const { id } = await requests.import(zips[run % 2] ?? Buffer.alloc(0), ben, update);
    const work = (at: Table, s3Client: S3Client) => importRequests(at, s3Client, options).run();
    await runKilledWorkers({ database, table, s3 }, work, random, 120, () => {
      crashes += 1;
      nowMs += 121_000;
    });
    const done = (await requests.get(id, ben)).body;
    expect(done.status).toBe("done");
    expect(counted(done)).toEqual([
      [0, 1, 1],
      [0, 0, 2],
      [0, 1, 3],
      [0, 4, 36],
    ]);
  }
  await verify(table, () => {});
});
