import { createHash } from "node:crypto";
import { ListObjectsV2Command, type S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verify } from "../../../../bench/support/verify.ts";
import { EVERYTHING } from "../../../../local/aws/principals.ts";
import { exportFor } from "../../../../shared/domain/job/export-for.ts";
import { Fault } from "../../../../shared/domain/wire/fault.ts";
import { mediaObjects } from "../../../../shared/media/files/objects.ts";
import { annotationItem } from "../../../../shared/store/annotation/item.ts";
import { annotationLookups } from "../../../../shared/store/annotation/lookups.ts";
import { listAnnotations } from "../../../../shared/store/annotation/reader.ts";
import { exportItem } from "../../../../shared/store/job/export-item.ts";
import { exportById } from "../../../../shared/store/job/export-reader.ts";
import { keys } from "../../../../shared/table/schema.ts";
import type { Table } from "../../../../shared/table/table.ts";
import { transact } from "../../../../shared/table/transaction.ts";
import { drop, put } from "../../../../shared/table/write.ts";
import type { ExportView } from "../../../../shared/views/job/export.ts";
import { BUCKET, type S3UnderTest, startS3UnderTest } from "../../../local/s3/s3-under-test.ts";
import { runCleanUp } from "../../../support/clean-up/run-clean-up.ts";
import { readAll } from "../../../support/dynamo/read-all.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";
import { writeUntraced } from "../../../support/dynamo/write-untraced.ts";
import { download, exportRequests, rowsIn } from "../../../support/exports/export-requests.ts";
import { ann, annotationOf, ben, chi, fill } from "../../../support/exports/export-world.ts";
import { runKilledWorkers } from "../../../support/exports/killed-workers.ts";
import { seededRandom } from "../../../support/seeded-random.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Annotations in streams of sources at places where nobody has seen a sensitive species. */
const annotations = Array.from({ length: 230 }, (_, i) => annotationOf(i + 1, [1, 2, 7][i % 3] ?? 1));

const database = useTable();
let table: Table;
let s3: S3UnderTest;
beforeAll(async () => {
  s3 = await startS3UnderTest();
  table = await database.fresh();
  await fill(table, annotations);
});
afterAll(() => s3.stop());

const on = (options: Parameters<typeof exportRequests>[2] = {}) => exportRequests(table, s3.client, options);
const csv = { format: "csv" };
const idsIn = (text: string) => rowsIn(text).map(({ id }) => Number(id));
const keysOf = async (id: number) => {
  const { Contents = [] } = await s3.client.send(
    new ListObjectsV2Command({ Bucket: BUCKET, Prefix: `exports/${id}/` }),
  );
  return Contents.map(({ Key = "" }) => Key.replace(/^exports\/\d+\//, ""));
};

/** Runs the worker until an export has ended, and returns the export. */
async function finish(id: number, requests = on()): Promise<ExportView> {
  for (let call = 0; call < 20; call++) {
    const { body } = await requests.get(id, ann);
    if (body.status !== "queued" && body.status !== "running") return body;
    await requests.run();
  }
  throw new Error(`Export ${id} does not end`);
}

/** Returns the text of an export without filters. */
async function wholeFile(): Promise<string> {
  const { body } = await on().create(csv, ann);
  return download((await finish(body.id)).files[0]?.url);
}

describe("an export", () => {
  test("is queued until the worker has run, and is then a file with a row for each annotation", async () => {
    const requests = on();
    const { status, headers, body } = await requests.create(csv, ben);
    expect([status, headers]).toEqual([202, { Location: `/api/v1/exports/${body.id}` }]);
    expect(body).toMatchObject({ status: "queued", progress: { phase: "read", done: 0, total: 230 } });
    expect(await requests.run()).toEqual({
      worked: 1,
      done: { copy: 0, export: 1, import: 0 },
      failed: 0,
    });
    const done = (await requests.get(body.id, ben)).body;
    expect(done).toMatchObject({
      status: "done",
      created_by: { id: ben.id, display_name: "Ben" },
      counts: { rows: 230, gone: 0, changed: 0, withheld: 0, left_out: 0 },
      progress: { phase: "pack", done: 230, total: 230 },
    });
    const [file] = done.files;
    const text = await download(file?.url);
    expect(idsIn(text)).toEqual(annotations.map(({ id }) => id));
    const bytes = Buffer.from(`\uFEFF${text}`);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    expect(file).toMatchObject({ name: `annotations-${body.id}.csv`, bytes: bytes.length, sha256 });
    expect(await keysOf(body.id)).toEqual([`annotations-${body.id}.csv`]);
  });

  test("of few annotations is already done in the response to the request", async () => {
    const { body } = await on({ worksAtOnce: true }).create(csv, ben);
    expect(body).toMatchObject({ status: "done", counts: { rows: 230 } });
    expect(idsIn(await download(body.files[0]?.url))).toHaveLength(230);
  });

  test("without annotations is a table with only a header", async () => {
    const requests = on({ worksAtOnce: true });
    const { body } = await requests.create({ ...csv, filters: { name: "unicorn" } }, ben);
    expect(body).toMatchObject({ status: "done", counts: { rows: 0 } });
    expect((await download(body.files[0]?.url)).split("\r\n")).toEqual([
      expect.stringMatching(/^id,videostream,/),
      "",
    ]);
  });

  test.each([
    { capturesource: 1 },
    { "during[start]": "00:00:01", videostream: [7] },
    { videostream: ["1", 2], observation: { behaviour: "*" } },
    { observation: { behaviour: "foraging 17" } },
    { species: 1, "time[from]": "2026-03-01T07:00:00Z", "hour[from]": 7, "hour[to]": 9 },
    { votedby: "me", near: "51,5,50" },
    { month: "2026-04" },
    { name: null },
  ])("contains the annotations that the list returns for the same filters: %j", async (filters) => {
    const { body } = await on({ worksAtOnce: true }).create({ ...csv, filters }, ann);
    expect(body.filters).toEqual(filters);
    const query = { name: undefined, observation: [], ...parsedOf[JSON.stringify(filters)] };
    const { rows } = await listAnnotations(table, annotationLookups(table))(query, { limit: 1e6, offset: 0 });
    expect(idsIn(await download(body.files[0]?.url))).toEqual(rows.map(({ id }) => id));
  });

  test("fails if a step never ends within the time of a worker", async () => {
    let nowMs = Date.now();
    const requests = on({ nowMs: () => nowMs });
    const { body } = await requests.create(csv, ben);
    // Five steps have read annotations, and the sixth has begun to write files.
    let left = 8;
    const canContinue = () => {
      if (left-- > 0) return true;
      nowMs += 11 * 60_000;
      return false;
    };
    const statuses: string[] = [];
    for (let call = 0; call < 5; call++) {
      await requests.run(canContinue);
      statuses.push((await requests.get(body.id, ben)).body.status);
      left = 3;
    }
    expect(statuses).toEqual(["running", "running", "running", "running", "failed"]);
    expect((await requests.get(body.id, ben)).body.problem).toContain(
      "while its files were written, 5 times",
    );
  });

  test("is a snapshot without later annotations, and counts deleted and changed ones", async () => {
    const requests = on();
    const { body } = await requests.create(csv, ben);
    const [second, third] = [annotationOf(2, 2), annotationOf(3, 7)];
    const changed = { ...third, observation: { behaviour: "asleep" }, changedMs: Date.now() + 1000 };
    await writeUntraced(table, [
      drop(keys.annotation(2)),
      put(annotationItem(changed)),
      put(annotationItem(annotationOf(231, 1))),
    ]);
    const done = await finish(body.id, requests);
    expect(done.counts).toEqual({ rows: 229, gone: 1, changed: 1, withheld: 0, left_out: 0 });
    const rows = rowsIn(await download(done.files[0]?.url));
    expect(rows.map(({ id }) => id)).not.toContain("231");
    expect(rows.find(({ id }) => id === "3")?.["observation"]).toBe('{"behaviour":"asleep"}');
    await writeUntraced(table, [
      put(annotationItem(second)),
      put(annotationItem(third)),
      drop(keys.annotation(231)),
    ]);
  });

  test("of another user is not found, except by admins", async () => {
    const requests = on();
    const { body } = await requests.create(csv, ben);
    await expect(requests.get(body.id, chi)).rejects.toMatchObject({ code: "not-found" });
    await expect(requests.drop(body.id, chi)).rejects.toMatchObject({ code: "not-found" });
    const idsOf = async (caller: typeof ann) =>
      (await requests.list(caller)).body.results.map(({ id }) => id);
    expect(await idsOf(chi)).toEqual([]);
    expect(await idsOf(ben)).toContain(body.id);
    expect(await idsOf(ann)).toContain(body.id);
    await requests.drop(body.id, ann);
    expect((await requests.get(body.id, ben)).body.status).toBe("cancelled");
  });

  test("is refused while its user has five unfinished exports", async () => {
    const requests = on();
    const begun = await Promise.all(Array.from({ length: 5 }, () => requests.create(csv, chi)));
    const sixth = await requests.create(csv, chi).catch((error: unknown) => error);
    expect(sixth).toMatchObject({ code: "too-many-requests", retryAfterSeconds: 60 });
    await requests.drop(begun[0]?.body.id ?? 0, chi);
    const { body } = await requests.create(csv, chi);
    for (const { id } of [...begun.map(({ body }) => body), body]) await requests.drop(id, chi);
    expect((await requests.create(csv, chi)).body.status).toBe("queued");
    await requests.run();
  });

  test("with exact coordinates is available only to admins", async () => {
    const body = { ...csv, options: { coordinates: "exact" } };
    await expect(on().create(body, ben)).rejects.toMatchObject({ code: "forbidden" });
    expect((await on({ worksAtOnce: true }).create(body, ann)).body.status).toBe("done");
  });

  test("with exact coordinates or pictures loses its files for a maker who is no longer an admin", async () => {
    const requests = on({ worksAtOnce: true });
    const exact = { ...csv, options: { coordinates: "exact" } };
    const { id } = (await requests.create(exact, ann)).body;
    const plain = (await requests.create(csv, ann)).body;
    const demoted = { ...ann, role: "curator" } as const;
    const problem = "Only admins may have the files of an export with exact coordinates.";
    expect((await requests.get(id, ann)).body).toMatchObject({ files: [{}], problem: null });
    expect((await requests.get(id, demoted)).body).toMatchObject({ status: "done", files: [], problem });
    const { results } = (await requests.list(demoted)).body;
    expect(results.find((each) => each.id === id)).toMatchObject({ files: [], problem });
    expect(results.find((each) => each.id === plain.id)).toMatchObject({ files: [{}], problem: null });
    const job = await exportById(table)(plain.id);
    if (job === undefined) throw new Error("The export is missing");
    const withStills = { ...job, options: { ...job.options, stills: true } };
    const failed = { ...withStills, files: [], problem: "The reason." };
    expect(exportFor(failed, demoted)).toBe(failed);
    expect(exportFor(withStills, demoted)).toMatchObject({
      files: [],
      problem: expect.stringContaining("pictures of videos"),
    });
    expect(exportFor(withStills, ann)).toBe(withStills);
  });

  test.each([
    [{ "time[from]": "2026-03-02T00:00:00Z", "time[to]": "2026-03-01T00:00:00Z" }, "time[to]"],
    [{ "during[start]": "00:00:01" }, "videostream"],
    [{ min_confidence: 1 }, "min_confidence"],
  ])("with filters that the list refuses is refused: %j", async (filters, field) => {
    const refused = await on()
      .create({ ...csv, filters }, ben)
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Fault);
    expect(refused).toMatchObject({ errors: [{ field: `/filters/${field}` }] });
  });
});

/** The filters above as the list's query parses them. */
const parsedOf: Record<string, object> = {
  '{"capturesource":1}': { capturesource: 1 },
  '{"during[start]":"00:00:01","videostream":[7]}': { "during[start]": 1000, videostream: [7] },
  '{"videostream":["1",2],"observation":{"behaviour":"*"}}': {
    videostream: [1, 2],
    observation: [["behaviour", "*"]],
  },
  '{"observation":{"behaviour":"foraging 17"}}': { observation: [["behaviour", "foraging 17"]] },
  '{"species":1,"time[from]":"2026-03-01T07:00:00Z","hour[from]":7,"hour[to]":9}': {
    species: [1],
    "time[from]": Date.UTC(2026, 2, 1, 7),
    "hour[from]": 7,
    "hour[to]": 9,
  },
  '{"votedby":"me","near":"51,5,50"}': {
    votedby: "me",
    caller: 1,
    near: { centre: { latitude: 51, longitude: 5 }, km: 50 },
  },
  '{"month":"2026-04"}': { month: "2026-04" },
};

describe("the worker", () => {
  test("continues where a killed worker stopped, and writes the same bytes", async () => {
    const wanted = await wholeFile();
    const random = seededRandom(Number(process.env["SEED"] ?? 7));
    const kills = Number(process.env["EXPORT_KILLS"] ?? 4);
    let nowMs = Date.now();
    const options = { nowMs: () => nowMs, pieceSize: 25 };
    const work = (at: Table, client: S3Client) => exportRequests(at, client, options).run();
    for (let crashes = 0; crashes < kills; ) {
      const { body } = await on().create(csv, ann);
      await runKilledWorkers({ database, table, s3 }, work, random, 80, () => {
        crashes += 1;
        // By then, the lease of the killed worker has ended.
        nowMs += 121_000;
      });
      await finish(body.id, on(options));
      const done = (await on().get(body.id, ann)).body;
      expect(done).toMatchObject({
        status: "done",
        counts: { rows: 230, gone: 0, changed: 0, withheld: 0, left_out: 0 },
      });
      expect(await download(done.files[0]?.url)).toBe(wanted);
      await runCleanUp(table, mediaObjects(s3.client, BUCKET), { exported: on().files });
      expect((await keysOf(body.id)).filter((key) => !key.startsWith("work/"))).toEqual([
        done.files[0]?.name,
      ]);
    }
  });

  test("works alone on a job, so that concurrent workers give one result", async () => {
    const wanted = await wholeFile();
    const { body } = await on().create(csv, ann);
    const workers = [on(), on(), on()].map((requests) => requests.run());
    const worked = (await Promise.all(workers)).map(({ worked }) => worked);
    expect(worked.toSorted()).toEqual([0, 0, 1]);
    const done = await finish(body.id);
    expect(done.counts.rows).toBe(230);
    expect(await download(done.files[0]?.url)).toBe(wanted);
  });

  test("leaves its job to another worker after losing its lease", async () => {
    const wanted = await wholeFile();
    const { body } = await on().create(csv, ann);
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const { promise: waiting, resolve: waits } = Promise.withResolvers<void>();
    const held = s3.clientWith(EVERYTHING, { requestChecksumCalculation: "WHEN_REQUIRED" });
    held.middlewareStack.add(
      (next) => async (args) => {
        waits();
        await opened;
        return next(args);
      },
      { step: "build" },
    );
    const errors: unknown[] = [];
    const slow = exportRequests(table, held, { onError: (error) => errors.push(error) }).run();
    await waiting;
    // While the lease lasts, no other worker takes the job.
    expect(await on().run()).toMatchObject({ worked: 0 });
    const later = Date.now() + 121_000;
    expect(await on({ nowMs: () => later }).run()).toMatchObject({ done: { export: 1 } });
    open();
    expect(await slow).toMatchObject({ done: { export: 0 } });
    expect(errors).toEqual([]);
    const done = await finish(body.id);
    expect(done.counts.rows).toBe(230);
    expect(await download(done.files[0]?.url)).toBe(wanted);
  });

  test("puts a job back when the worker's time is over, and the next worker continues the job", async () => {
    const requests = on();
    const { body } = await requests.create(csv, ann);
    let left = 3;
    await requests.run(() => left-- > 0);
    const halfway = await requests.findExport(body.id);
    expect(halfway).toMatchObject({ status: "running", failures: 0 });
    expect(halfway?.leaseUntilMs).toBeUndefined();
    expect(halfway?.done).toBeGreaterThan(0);
    expect(halfway?.done).toBeLessThan(230);
    expect((await finish(body.id)).status).toBe("done");
  });

  test("ends a job whose step fails five times, states the reason and removes the job's files", async () => {
    const errors: unknown[] = [];
    const requests = on({ onError: (error) => errors.push(error) });
    const { body } = await requests.create(csv, ann);
    await requests.files.remove(body.id);
    const results = [];
    for (let call = 0; call < 6; call++) results.push(await requests.run());
    expect(results.map(({ failed }) => failed)).toEqual([0, 0, 0, 0, 1, 0]);
    expect(errors).toHaveLength(5);
    expect((await requests.get(body.id, ann)).body).toMatchObject({
      status: "failed",
      problem: expect.stringContaining(`tell your operator the number of the export, ${body.id}`),
      files: [],
    });
    expect(await keysOf(body.id)).toEqual([]);
  });

  test("ends a job whose workers are killed five times in the same step", async () => {
    const { body } = await on().create(csv, ann);
    let nowMs = Date.now();
    for (let process = 0; process < 5; process++) {
      const client = s3.clientWith(EVERYTHING);
      const { promise, resolve } = Promise.withResolvers<"killed">();
      const kill = () => {
        resolve("killed");
        return new Promise<never>(() => {});
      };
      client.middlewareStack.add(() => kill, { step: "build" });
      await Promise.race([exportRequests(table, client, { nowMs: () => nowMs }).run(), promise]);
      nowMs += 121_000;
    }
    await on({ nowMs: () => nowMs }).run();
    expect((await on().get(body.id, ann)).body.status).toBe("failed");
  });

  test("reports an unreadable export, and works on the other exports", async () => {
    const errors: unknown[] = [];
    const requests = on({ onError: (error) => errors.push(error) });
    const [broken, other] = [
      (await requests.create(csv, ben)).body.id,
      (await requests.create(csv, ben)).body.id,
    ];
    const before = await requests.findExport(broken);
    await transact(table, [put({ ...keys.export(broken), id: broken, status: "?" })]);
    expect(await requests.run()).toEqual({
      worked: 1,
      done: { copy: 0, export: 1, import: 0 },
      failed: 1,
    });
    expect(errors).toHaveLength(1);
    expect((await requests.get(other, ben)).body.status).toBe("done");
    if (before) await transact(table, [put(exportItem(before))]);
    expect(await requests.run()).toMatchObject({ done: { export: 1 } });
  });

  test("stops when its job is cancelled, and no file stays", async () => {
    const requests = on();
    const { body } = await requests.create(csv, ann);
    let steps = 0;
    let dropped: Promise<unknown> | undefined;
    await requests.run(() => {
      steps += 1;
      if (steps === 3) dropped = requests.drop(body.id, ann);
      return true;
    });
    await dropped;
    expect((await requests.get(body.id, ann)).body).toMatchObject({ status: "cancelled", files: [] });
    // The clean-up removes the files that the worker wrote during the cancellation.
    const later = () => Date.now() + hourMs;
    const objects = mediaObjects(s3.client, BUCKET);
    await runCleanUp(table, objects, { nowMs: later, exported: requests.files });
    expect(await keysOf(body.id)).toEqual([]);
  });
});

describe("the clean-up", () => {
  test("removes the files of an export after a week, and its record after 90 days", async () => {
    const own = await database.fresh();
    await fill(own, annotations.slice(0, 3));
    const requests = exportRequests(own, s3.client, { worksAtOnce: true });
    const { body } = await requests.create(csv, ann);
    expect(Date.parse(body.expires ?? "") - Date.parse(body.finished ?? "")).toBe(7 * dayMs);
    const objects = mediaObjects(s3.client, BUCKET);
    const cleanUp = (days: number) =>
      runCleanUp(own, objects, { nowMs: () => Date.now() + days * dayMs, exported: requests.files });
    await verify(own, () => {});
    await cleanUp(6);
    expect(await keysOf(body.id)).toHaveLength(1);
    await cleanUp(8);
    expect((await requests.get(body.id, ann)).body).toMatchObject({ status: "expired", files: [] });
    expect(await keysOf(body.id)).toEqual([]);
    await cleanUp(89);
    expect((await requests.list(ann)).body.total).toBe(1);
    await cleanUp(98);
    expect((await requests.list(ann)).body.total).toBe(0);
    expect(await requests.findExport(body.id)).toBeUndefined();
    await verify(own, () => {});
    const items = await readAll(own);
    expect(items.filter(({ pk }) => /^(W|J)#/.test(String(pk)))).toEqual([]);
  });
});
