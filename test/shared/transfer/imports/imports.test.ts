import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { verify } from "../../../../bench/support/verify.ts";
import { EVERYTHING } from "../../../../local/aws/principals.ts";
import { mediaObjects } from "../../../../shared/media/files/objects.ts";
import { annotationLookups } from "../../../../shared/store/annotation/lookups.ts";
import { annotationById, listAnnotations } from "../../../../shared/store/annotation/reader.ts";
import { annotationWriter } from "../../../../shared/store/annotation/writer.ts";
import { VideoStreamItem } from "../../../../shared/store/stream/item.ts";
import type { Table } from "../../../../shared/table/table.ts";
import type { ImportView } from "../../../../shared/views/job/import.ts";
import { BUCKET, type S3UnderTest, startS3UnderTest } from "../../../local/s3/s3-under-test.ts";
import { camtrapFolder } from "../../../support/camtrap-dp.ts";
import { runCleanUp } from "../../../support/clean-up/run-clean-up.ts";
import { readAll } from "../../../support/dynamo/read-all.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";
import { exportRequests } from "../../../support/exports/export-requests.ts";
import { ann, ben, chi } from "../../../support/exports/export-world.ts";
import { fillWorld } from "../../../support/exports/fill-world.ts";
import { runKilledWorkers } from "../../../support/exports/killed-workers.ts";
import { packageOf } from "../../../support/exports/package-of.ts";
import { foreignSample, withDescriptor, withFile } from "../../../support/formats/sample.ts";
import { differences } from "../../../support/formats/tables.ts";
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

/** Returns a client like that of the service, whose signed URLs contain no checksum of an empty body. */
const client = () => s3.clientWith(EVERYTHING, { requestChecksumCalculation: "WHEN_REQUIRED" });
const on = (table: Table, options = {}) => importRequests(table, client(), options);

async function officialExample(): Promise<Record<string, string>> {
  const read = (name: string) => readFileSync(path.join(camtrapFolder ?? "", name), "utf8");
  const names = ["datapackage.json", "deployments.csv", "media.csv", "observations.csv"];
  const pictures = readdirSync(path.join(camtrapFolder ?? "", "media")).map((name) => [`media/${name}`, ""]);
  return { ...Object.fromEntries(names.map((name) => [name, read(name)])), ...Object.fromEntries(pictures) };
}

const exported = (table: Table, more = {}) => packageOf(table, s3.client, more);

const own = () => zipOf(writePackage(world, { people: "names", coordinates: "exact" }).texts);

/** Returns the keys of an import's objects in the bucket. */
async function keysOf(id: number): Promise<readonly string[]> {
  const list = new ListObjectsV2Command({ Bucket: BUCKET, Prefix: `imports/${id}/` });
  const { Contents = [] } = await s3.client.send(list);
  return Contents.map(({ Key = "" }) => Key.replace(`imports/${id}/`, ""));
}

/** Returns the number of annotations, sources, species and streams in a table, or of only some of these types. */
async function recordsOf(table: Table, types = "ACSV"): Promise<number> {
  return (await readAll(table)).filter(({ sk }) => types.includes(String(sk))).length;
}

/** Returns the number of annotations that lists find by their import. */
async function listed(table: Table, id: number): Promise<number> {
  const query = { name: undefined, observation: [], import: id };
  return (await listAnnotations(table, annotationLookups(table))(query, { limit: 1, offset: 0 })).total;
}

const dayMs = 24 * 3_600_000;

const made = ({ counts }: ImportView) =>
  Object.values(counts).map(({ made: makes, there }) => [makes, there] as const);

test("failures while rows are checked do not count as failures while they are written", async () => {
  const table = await emptyTable(database);
  const requests = on(table, { worksAtOnce: false });
  const { id } = await requests.import(await own(), ben);
  await on(table, { worksAtOnce: false, isBroken: true }).run();
  expect(await requests.findImport(id)).toMatchObject({ phase: "check", failures: 1 });
  for (let calls = 1; (await requests.findImport(id))?.phase === "check"; calls++) {
    let left = calls;
    await requests.run(() => left-- > 0);
  }
  expect(await requests.findImport(id)).toMatchObject({ status: "running", phase: "write", failures: 0 });
});

describe("a file in a bucket", () => {
  const Key = "cards/my package.zip";
  const s3_url = `s3://${BUCKET}/cards/my%20package.zip`;
  const put = (Body: Uint8Array) => s3.client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body }));

  test("is imported like an upload, and is not deleted with the import", async () => {
    const zip = await own();
    await put(zip);
    const [uploaded, table] = [
      await on(await emptyTable(database)).import(zip, ben),
      await emptyTable(database),
    ];
    const requests = on(table);
    const { body } = await requests.create({ format: "camtrap-dp", s3_url }, ben);
    expect(body).toMatchObject({
      ...{ status: "waiting", upload: null, s3_url, bytes: zip.length, filename: "my package.zip" },
    });
    const done = (await requests.start(body.id, {}, ben)).body;
    expect(done).toMatchObject({ status: "done", counts: uploaded.counts, problem: null });
    await requests.drop(body.id, ben);
    expect((await s3.client.send(new GetObjectCommand({ Bucket: BUCKET, Key }))).ContentLength).toBe(
      zip.length,
    );
  });

  test("is not imported if it has changed since the import was created", async () => {
    await put(await own());
    const table = await emptyTable(database);
    const requests = on(table, { worksAtOnce: false });
    const begin = async () => (await requests.create({ format: "camtrap-dp", s3_url }, ben)).body.id;
    const [before, after] = [await begin(), await begin()];
    await requests.start(after, {}, ben);
    await put(await zipOf({ "datapackage.json": "{}" }));
    await expect(requests.start(before, {}, ben)).rejects.toThrow(
      "The object of `s3_url` has been changed or deleted. Create another import.",
    );
    await requests.run();
    expect((await requests.get(after, ben)).body).toMatchObject({
      status: "rejected",
      problem: expect.stringContaining("The object has changed since the import began"),
    });
    expect(await listed(table, after)).toBe(0);
  });

  test.each([
    ["s3://elsewhere/a.zip", /must be in a bucket of the operator's parameter VideoBuckets: `/],
    [`s3://${BUCKET}/absent.zip`, /The object is missing/],
    [`s3://${BUCKET}/50%.zip`, /as %25/],
  ])("is refused with the name of the field if its URL is invalid: %s", async (wrong, detail) => {
    const requests = on(await emptyTable(database));
    await expect(requests.create({ format: "camtrap-dp", s3_url: wrong }, ben)).rejects.toMatchObject({
      code: "invalid-request",
      errors: [{ field: "/s3_url", detail: expect.stringMatching(detail) }],
    });
  });
});

describe.skipIf(camtrapFolder === undefined)("the official example", () => {
  test("is imported once, however often it is sent, and is exported unchanged", {
    timeout: 120_000,
  }, async () => {
    const table = await emptyTable(database);
    const example = await officialExample();
    const zip = await zipOf(example);
    const requests = on(table, { worksAtOnce: false, pieceSize: 500 });
    const imported = async () => {
      const { id } = await requests.import(zip, ben);
      await requests.run();
      return (await requests.get(id, ben)).body;
    };
    const first = await imported();
    expect(first).toMatchObject({ status: "done", problem: null, progress: { phase: "write" } });
    const numbers = made(first).map(([makes]) => makes);
    expect(made(first).every(([, there]) => there === 0)).toBe(true);
    expect(numbers).toEqual(Object.values(first.counts).map(({ rows }) => rows));
    const second = await imported();
    expect(second.status).toBe("done");
    expect(made(second)).toEqual(numbers.map((n) => [0, n]));
    const texts = await exported(table);
    for (const [key, name] of [
      ["deploymentID", "deployments.csv"],
      ["mediaID", "media.csv"],
      ["observationID", "observations.csv"],
    ] as const) {
      expect(await differences(key, example[name] ?? "", texts[name] ?? "")).toEqual([]);
    }
    const annotation = await annotationById(table)(1);
    expect(annotation).toMatchObject({ importId: first.id, author: { id: ben.id } });
  });
});

describe("a package of the service", () => {
  test("is imported into another service without a changed cell", async () => {
    const before = await database.fresh();
    await fillWorld(before, world);
    const first = await exported(before, { level: "both" });
    const table = await emptyTable(database);
    const { status, problem } = await on(table).import(await zipOf(first), ben);
    expect([status, problem]).toEqual(["done", null]);
    const second = await exported(table, { level: "both" });
    for (const [key, name] of [
      ["deploymentID", "deployments.csv"],
      ["mediaID", "media.csv"],
      ["observationID", "observations.csv"],
      ["observationID", "annotations.csv"],
    ] as const) {
      expect(await differences(key, first[name] ?? "", second[name] ?? ""), name).toEqual([]);
    }
    await verify(table, () => {});
  });

  test("is imported once if two people send it at the same time", async () => {
    const table = await emptyTable(database);
    const zip = await own();
    const requests = [ben, chi].map((user) => on(table, { pieceSize: 7 }).import(zip, user));
    const both = await Promise.all(requests);
    expect(both.map(({ status }) => status)).toEqual(["done", "done"]);
    for (const [name, rows] of [
      ["sources", 2],
      ["streams", 4],
      ["annotations", 40],
    ] as const) {
      const [one, other] = both.map(({ counts }) => counts[name]);
      expect([name, (one?.made ?? 0) + (other?.made ?? 0), (one?.there ?? 0) + (other?.there ?? 0)]).toEqual([
        name,
        rows,
        rows,
      ]);
    }
    expect(await recordsOf(table, "A")).toBe(40);
    await verify(table, () => {});
  });

  test("creates again only the records that were deleted since the first import", async () => {
    const table = await emptyTable(database);
    const requests = on(table);
    await requests.import(await own(), ben);
    const label = await annotationById(table)(7);
    if (label) await annotationWriter(table).delete(label);
    const again = await requests.import(await own(), ben);
    expect(again.counts.annotations).toMatchObject({ made: 1, there: 39 });
    expect(again.counts.streams).toMatchObject({ made: 0, there: 4 });
    await verify(table, () => {});
  });

  test("is imported without the labels beyond the end of a shortened stream, with a warning", async () => {
    const table = await emptyTable(database);
    const requests = on(table);
    const few = { ...world, annotations: world.annotations.slice(0, 8) };
    const short = {
      ...few,
      streams: few.streams.map((each) => ({ ...each, endMs: each.startMs + 20_000 })),
    };
    await requests.import(await zipOf(writePackage(short, { people: "names" }).texts), ben);
    const { counts, warnings, status } = await requests.import(await own(), ben);
    expect(status).toBe("done");
    expect(counts.annotations).toMatchObject({ made: 12, there: 8 });
    expect(warnings).toEqual([
      { code: "beyond-end", count: 20, first: expect.stringContaining("video stream") },
    ]);
  });
});

describe("pictures and videos in a package", () => {
  const paths = ["media/1.jpg", "media/copy of 1.jpg", "media/2.mp4"];
  /** This video is larger than a part of an upload. */
  const video = Buffer.alloc(17 * 2 ** 20, "frame ");
  const illustrated = () => {
    let at = 0;
    const texts = withFile(foreignSample, "media.csv", (text) =>
      text.replaceAll(/https:[^,]+/g, () => paths[at++] ?? ""),
    );
    return { ...texts, [paths[0] ?? ""]: "picture", [paths[1] ?? ""]: "picture", [paths[2] ?? ""]: video };
  };
  const streamsOf = async (table: Table) =>
    (await readAll(table))
      .filter(({ sk }) => sk === "V")
      .map((item) => z.parse(VideoStreamItem, item))
      .filter(({ file }) => file !== undefined);
  const objectAt = async (url: string) => {
    const get = new GetObjectCommand({ Bucket: BUCKET, Key: url.replace(`s3://${BUCKET}/`, "") });
    return (await s3.client.send(get)).Body?.transformToByteArray();
  };
  const tasksOf = async (table: Table) => (await readAll(table)).filter(({ pk }) => pk === "W#video");

  test("are stored once under ids of the service, and are deleted with their streams", async () => {
    const table = await emptyTable(database);
    const zip = await zipOf(illustrated());
    const requests = on(table);
    const { status, counts } = await requests.import(zip, ben);
    expect([status, counts.streams.made]).toEqual(["done", 5]);
    const streams = await streamsOf(table);
    expect(streams.map(({ url }) => url)).toEqual(
      streams.map(({ file }) => `s3://${BUCKET}/video/${file?.upload}`),
    );
    const contents = await Promise.all(streams.map(({ url }) => objectAt(url)));
    expect(contents.map((bytes) => bytes?.length).toSorted()).toEqual([video.length, 7, 7].toSorted());
    expect(await tasksOf(table)).toEqual([]);
    const again = await requests.import(zip, ben);
    expect(again.counts.streams).toMatchObject({ made: 0, there: 5 });
    expect(await streamsOf(table)).toEqual(streams);
  });

  test("are deleted after a day if a killed worker has stored them without a stream", async () => {
    const table = await emptyTable(database);
    const small = { ...illustrated(), [paths[2] ?? ""]: "video" };
    let nowMs = Date.now();
    const options = { nowMs: () => nowMs, pieceSize: 2, worksAtOnce: false };
    const id = await on(table, options).upload(await zipOf(small), ben);
    await on(table, options).start(id, {}, ben);
    const work = (at: Table, s3Client: S3Client) => importRequests(at, s3Client, options).run();
    await runKilledWorkers({ database, table, s3 }, work, seededRandom(3), 90, () => {
      nowMs += 121_000;
    });
    expect((await on(table).get(id, ben)).body.counts.streams).toMatchObject({ made: 5, there: 0 });
    const removed: number[] = [];
    const videos = { remove: async (upload: number) => void removed.push(upload) };
    await runCleanUp(table, mediaObjects(s3.client, BUCKET), { nowMs: () => nowMs + 2 * dayMs, videos });
    expect(await tasksOf(table)).toEqual([]);
    const kept = (await streamsOf(table)).map(({ file }) => file?.upload);
    expect(kept).toHaveLength(3);
    expect(removed.filter((upload) => kept.includes(upload))).toEqual([]);
  });
});

describe("the worker", () => {
  test("creates the same records no matter when it is killed", { timeout: 120_000 }, async () => {
    const zip = await own();
    const random = seededRandom(Number(process.env["SEED"] ?? 7));
    for (let crashes = 0; crashes < Number(process.env["EXPORT_KILLS"] ?? 4); ) {
      const table = await emptyTable(database);
      let nowMs = Date.now();
      const options = { nowMs: () => nowMs, pieceSize: 6, worksAtOnce: false };
      const work = (at: Table, s3Client: S3Client) => importRequests(at, s3Client, options).run();
      const id = await on(table, options).upload(zip, ben);
      await on(table, options).start(id, {}, ben);
      await runKilledWorkers({ database, table, s3 }, work, random, 120, () => {
        crashes += 1;
        // By then, the lease of the killed worker has ended.
        nowMs += 121_000;
      });
      for (let calls = 0; (await on(table).findImport(id))?.status !== "done" && calls < 9; calls++) {
        await on(table, options).run();
      }
      const done = (await on(table).get(id, ben)).body;
      expect(done).toMatchObject({ status: "done", progress: { done: 48, total: 48 } });
      expect(made(done)).toEqual([2, 2, 4, 40].map((n) => [n, 0]));
      expect(await listed(table, id)).toBe(40);
      await verify(table, () => {});
      expect((await keysOf(id)).filter((key) => !key.startsWith("work/"))).toEqual(["report.csv", "upload"]);
    }
  });

  test("continues a job at the step at which it was put back", async () => {
    const table = await emptyTable(database);
    const requests = on(table, { worksAtOnce: false, pieceSize: 10 });
    const id = await requests.upload(await own(), ben);
    await requests.start(id, {}, ben);
    let left = 12;
    await requests.run(() => left-- > 0);
    const halfway = await requests.findImport(id);
    expect(halfway).toMatchObject({ status: "running", failures: 0 });
    expect(halfway?.leaseUntilMs).toBeUndefined();
    await requests.run();
    expect((await requests.get(id, ben)).body.status).toBe("done");
  });

  test("ends a job whose step fails five times, and completes the job if it is started again", async () => {
    const table = await emptyTable(database);
    const errors: unknown[] = [];
    const requests = on(table, { worksAtOnce: false, onError: (error: unknown) => errors.push(error) });
    const id = await requests.upload(await own(), ben);
    await requests.start(id, {}, ben);
    const job = await requests.findImport(id);
    // This worker fails like a deployment that no longer knows the format.
    const broken = on(table, { onError: (error: unknown) => errors.push(error), isBroken: true });
    for (let call = 0; call < 5; call++) await broken.run();
    expect(errors).toHaveLength(5);
    const failed = (await requests.get(id, ben)).body;
    expect(failed).toMatchObject({
      status: "failed",
      problem: expect.stringMatching(/^The import failed while/),
    });
    expect(job?.failures).toBe(0);
    await requests.start(id, {}, ben);
    await requests.run();
    expect((await requests.get(id, ben)).body).toMatchObject({ status: "done", problem: null });
  });
});

describe("a job", () => {
  test("that is stopped keeps its records but no files", async () => {
    const table = await emptyTable(database);
    const requests = on(table, { worksAtOnce: false, pieceSize: 10 });
    const id = await requests.upload(await own(), ben);
    await requests.start(id, {}, ben);
    let steps = 0;
    let dropped: Promise<unknown> | undefined;
    await requests.run(() => {
      steps += 1;
      if (steps === 20) dropped = requests.drop(id, ann);
      return true;
    });
    await dropped;
    expect((await requests.get(id, ben)).body).toMatchObject({ status: "cancelled", report_url: null });
    await expect(requests.start(id, {}, ben)).rejects.toMatchObject({ code: "conflict" });
    const later = () => Date.now() + dayMs;
    await runCleanUp(table, mediaObjects(s3.client, BUCKET), { nowMs: later, imported: requests.files });
    expect(await keysOf(id)).toEqual([]);
    await verify(table, () => {});
  });

  test("is started only once by a repeated request, and not by a request with other options", async () => {
    const table = await emptyTable(database);
    const requests = on(table, { worksAtOnce: false });
    const id = await requests.upload(await own(), ben);
    const start = () => requests.start(id, { options: { on_bad_row: "skip" } }, ben);
    const others = [{}, { dry_run: true, options: { on_bad_row: "skip" } }];
    const begun = await start();
    expect(begun.body.status).toBe("queued");
    expect(await start()).toEqual(begun);
    for (const other of others) {
      await expect(requests.start(id, other, ben)).rejects.toMatchObject({ code: "conflict" });
    }
    await requests.run();
    const { body } = await requests.get(id, ben);
    expect(body.status).toBe("done");
    expect((await start()).body).toEqual({ ...body, report_url: expect.any(String) });
    for (const other of others) {
      await expect(requests.start(id, other, ben)).rejects.toMatchObject({ code: "conflict" });
    }
    await verify(table, () => {});
  });

  test("counts as one of its user's five unfinished jobs while it waits or runs", async () => {
    const table = await emptyTable(database);
    const requests = on(table, { worksAtOnce: true });
    const body = { format: "camtrap-dp", bytes: 10 };
    const begun = await Promise.all(Array.from({ length: 5 }, () => requests.create(body, chi)));
    await expect(requests.create(body, chi)).rejects.toMatchObject({ code: "too-many-requests" });
    await expect(exportRequests(table, s3.client).create({ format: "csv" }, chi)).rejects.toMatchObject({
      code: "too-many-requests",
    });
    await requests.drop(begun[0]?.body.id ?? 0, chi);
    const zip = await own();
    const checked = await requests.import(zip, chi, { dry_run: true });
    expect(checked.status).toBe("checked");
    // A dry run that has ended does not count until it is started again.
    await requests.create(body, chi);
    await expect(requests.start(checked.id, {}, chi)).rejects.toMatchObject({ code: "too-many-requests" });
    await requests.drop(begun[1]?.body.id ?? 0, chi);
    expect((await requests.start(checked.id, {}, chi)).body.status).toBe("done");
  });

  test.each([
    ["waiting", 0.9, 1.1, undefined],
    ["checked", 29, 31, "expired"],
    ["rejected", 29, 31, "rejected"],
    ["done", 29, 31, "expired"],
  ])(
    "that is %s loses its files when they expire, and its record later",
    async (status, before, after, then) => {
      const table = await emptyTable(database);
      const requests = on(table);
      const zip = status === "rejected" ? Buffer.from("no zip") : await own();
      const id = await requests.upload(zip, ben);
      if (status !== "waiting") await requests.start(id, { dry_run: status === "checked" }, ben);
      expect((await requests.get(id, ben)).body.status).toBe(status);
      const cleanUp = (days: number) =>
        runCleanUp(table, mediaObjects(s3.client, BUCKET), {
          nowMs: () => Date.now() + days * dayMs,
          imported: requests.files,
        });
      await cleanUp(before);
      expect(await keysOf(id)).toContain("upload");
      await cleanUp(after);
      expect(await keysOf(id)).toEqual([]);
      if (then !== undefined) {
        const later = on(table, { nowMs: () => Date.now() + after * dayMs });
        expect((await later.get(id, ben)).body).toMatchObject({ status: then, report_url: null });
        await expect(later.start(id, {}, ben)).rejects.toMatchObject({ code: "conflict" });
        await cleanUp(91);
      }
      expect((await requests.list(ben)).body.total).toBe(0);
      expect((await readAll(table)).filter(({ pk }) => /^(W|T)#/.test(String(pk)))).toEqual([]);
      await verify(table, () => {});
    },
  );
});

describe("a package with faults", () => {
  test("is rejected with a report of file, row and column, and writes nothing", async () => {
    const table = await emptyTable(database);
    const records = await recordsOf(table);
    const spoiled = withFile(foreignSample, "observations.csv", (text) =>
      text.replace(/\n([^,]+),[^,]+,/, "\n$1,nowhere,"),
    );
    const requests = on(table);
    const view = await requests.import(await zipOf(spoiled), ben);
    expect(view).toMatchObject({ status: "rejected", problem: expect.stringMatching(/^One fault in rows/) });
    const report = await (await fetch(view.report_url ?? "")).text();
    expect(report.split("\n")[1]).toMatch(/^observations\.csv,2,deploymentID,nowhere,bad-row,reference,/);
    expect(await recordsOf(table)).toBe(records);
    const dry = await requests.import(await zipOf(spoiled), ben, { dry_run: true });
    expect(dry).toMatchObject({ status: "checked", counts: { annotations: { bad: 1 } } });
    const skipped = (await requests.start(dry.id, { options: { on_bad_row: "skip" } }, ben)).body;
    expect(skipped).toMatchObject({ status: "done", counts: { annotations: { bad: 1 } } });
  });

  test("gets a short message even if the names in the message are long", async () => {
    const table = await emptyTable(database);
    const wide = withFile(foreignSample, "observations.csv", (text) =>
      text.replace("\n", `,${"wide ".repeat(90_000)}\n`),
    );
    const { status, warnings } = await on(table).import(await zipOf(wide), ben, { dry_run: true });
    expect(status).toBe("checked");
    expect(warnings.find(({ code }) => code === "unknown-column")?.first).toHaveLength(500);
  });

  test("requires the option `source` if it has no id and no name", async () => {
    const table = await emptyTable(database);
    const nameless = withDescriptor(foreignSample, (descriptor) => {
      delete descriptor.id;
      delete descriptor.name;
    });
    const requests = on(table);
    const view = await requests.import(await zipOf(nameless), ben);
    expect(view).toMatchObject({
      status: "rejected",
      problem: expect.stringContaining("the option `source`"),
    });
    const named = (await requests.start(view.id, { options: { source: "Veluwe" } }, ben)).body;
    expect(named.status).toBe("done");
    const again = await requests.import(await zipOf(nameless), ben, { options: { source: "Veluwe" } });
    expect(made(again).every(([makes]) => makes === 0)).toBe(true);
    const other = await requests.import(await zipOf(nameless), ben, { options: { source: "Other" } });
    expect(other.counts.sources.made).toBe(2);
  });
});
