import { ListObjectsV2Command } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EVERYTHING } from "../../../../local/aws/principals.ts";
import { mediaObjects } from "../../../../shared/media/files/objects.ts";
import { uploadWriter } from "../../../../shared/store/upload/writer.ts";
import type { Table } from "../../../../shared/table/table.ts";
import { BUCKET, type S3UnderTest, startS3UnderTest } from "../../../local/s3/s3-under-test.ts";
import { runCleanUp } from "../../../support/clean-up/run-clean-up.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";
import { ann, ben } from "../../../support/exports/export-world.ts";
import { writePackage } from "../../../support/formats/write-package.ts";
import { importRequests } from "../../../support/imports/import-requests.ts";
import { emptyTable, filledTable, world } from "../../../support/imports/import-world.ts";
import { zipOf } from "../../../support/imports/zip-of.ts";

const database = useTable();
let s3: S3UnderTest;
beforeAll(async () => {
  s3 = await startS3UnderTest();
});
afterAll(() => s3.stop());

const hourMs = 3_600_000;
/** A time early in a day (UTC), so that the tests do not run past midnight. */
const morningMs = Date.UTC(2026, 2, 1, 6);

const client = () => s3.clientWith(EVERYTHING, { requestChecksumCalculation: "WHEN_REQUIRED" });
const on = (table: Table, options = {}) => importRequests(table, client(), options);

describe("the announced bytes of imports", () => {
  const bytes = 5e9;
  const announced = { format: "camtrap-dp", bytes };
  const limited = { bytesPerDay: 4 * bytes, nowMs: () => morningMs };

  test("count towards the day's limit of uploads, also after the imports are deleted", async () => {
    const table = await emptyTable(database);
    const { create, drop } = on(table, limited);
    for (let times = 0; times < 4; times += 1) await drop((await create(announced, ben)).body.id, ben);
    await expect(create(announced, ben)).rejects.toMatchObject({
      code: "too-many-requests",
      message: expect.stringContaining("would exceed your limit of 20 GB of uploads a day."),
    });
    expect((await create(announced, ann)).status).toBe(201);
    const tomorrow = on(table, { ...limited, nowMs: () => morningMs + 24 * hourMs });
    expect((await tomorrow.create(announced, ben)).status).toBe(201);
  });

  test("share the limit with the bytes of uploads", async () => {
    const table = await filledTable(database, world);
    const { create } = on(table, limited);
    for (let times = 0; times < 3; times += 1) await create(announced, ben);
    const upload = (sizeBytes: number) =>
      uploadWriter(table).create(
        async () => ({
          ...{ maker: { user: ben.id }, source: 1, filename: "a.mp4", type: "video/mp4", sizeBytes },
          ...{ startMs: 0, endMs: undefined, fingerprint: undefined, createdMs: morningMs },
          bytesPerDay: limited.bytesPerDay,
        }),
        undefined,
      );
    expect(await upload(bytes + 1)).toBe("quota-reached");
    expect(await upload(1)).toMatchObject({ id: expect.any(Number) });
    await expect(create(announced, ben)).rejects.toMatchObject({ code: "too-many-requests" });
  });

  test("are refused above the day's limit", async () => {
    const { create } = on(await emptyTable(database), { ...limited, bytesPerDay: bytes - 1 });
    await expect(create(announced, ben)).rejects.toMatchObject({ code: "too-many-requests" });
  });
});

test("a repeated request counts once, and returns no URL after the import was deleted or is a day old", async () => {
  const table = await emptyTable(database);
  const idempotency = { digest: "one", bodyHash: "a" };
  const announced = { format: "camtrap-dp", bytes: 10 };
  const options = { bytesPerDay: 10, nowMs: () => morningMs };
  const { create, drop } = on(table, options);
  const { id, upload } = (await create(announced, ben, idempotency)).body;
  expect((await create(announced, ben, idempotency)).body.upload?.url).toBe(upload?.url);
  const after = (hours: number) => on(table, { ...options, nowMs: () => morningMs + hours * hourMs });
  const late = (await after(23.5).create(announced, ben, idempotency)).body;
  expect(late.upload?.expires_at).toBe(new Date(morningMs + 24 * hourMs).toISOString());
  expect((await after(24).create(announced, ben, idempotency)).body).toMatchObject({ id, upload: null });
  await drop(id, ben);
  expect((await create(announced, ben, idempotency)).body).toMatchObject({ id, upload: null });
});

test.each(["waiting", "checked", "rejected", "done"])(
  "the clean-up removes a file that arrives after the import, which was %s, was deleted",
  async (status) => {
    const table = await emptyTable(database);
    const requests = on(table);
    const zip =
      status === "rejected"
        ? Buffer.from("no zip")
        : await zipOf(writePackage(world, { people: "names" }).texts);
    const { id, upload } = (await requests.create({ format: "camtrap-dp", bytes: zip.length }, ben)).body;
    const put = async () => {
      const { url = "", headers = {} } = upload ?? {};
      return (await fetch(url, { method: "PUT", headers, body: new Uint8Array(zip) })).status;
    };
    if (status !== "waiting") {
      expect(await put()).toBe(200);
      await requests.start(id, { dry_run: status === "checked" }, ben);
    }
    expect((await requests.get(id, ben)).body.status).toBe(status);
    await requests.drop(id, ben);
    const cleanUp = async (hours: number) => {
      const nowMs = () => Date.now() + hours * hourMs;
      const objects = mediaObjects(s3.client, BUCKET);
      expect((await runCleanUp(table, objects, { nowMs, imported: requests.files })).failures).toEqual([]);
    };
    await cleanUp(0.9);
    // The URL is still valid.
    expect(await put()).toBe(200);
    await cleanUp(2.1);
    const list = new ListObjectsV2Command({ Bucket: BUCKET, Prefix: `imports/${id}/` });
    expect((await s3.client.send(list)).Contents ?? []).toEqual([]);
    await cleanUp(91 * 24);
    expect(await requests.findImport(id)).toBeUndefined();
  },
);
