import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EVERYTHING } from "../../../../local/aws/principals.ts";
import { ImportOptions } from "../../../../shared/domain/job/import-options.ts";
import { csvImport } from "../../../../shared/transfer/imports/csv-import.ts";
import type { ImportView } from "../../../../shared/views/job/import.ts";
import { type S3UnderTest, startS3UnderTest } from "../../../local/s3/s3-under-test.ts";
import { withCpuMs } from "../../../support/cpu-ms.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";
import { ben } from "../../../support/exports/export-world.ts";
import { foreignSample } from "../../../support/formats/sample.ts";
import { mediaHeader, packageWithMedia, packedOften } from "../../../support/imports/hostile-files.ts";
import { importRequests } from "../../../support/imports/import-requests.ts";
import { emptyTable } from "../../../support/imports/import-world.ts";
import { zipOf } from "../../../support/imports/zip-of.ts";

const database = useTable();
let s3: S3UnderTest;
beforeAll(async () => {
  s3 = await startS3UnderTest();
});
afterAll(() => s3.stop());

const requests = async (options = {}) => {
  const client = s3.clientWith(EVERYTHING, { requestChecksumCalculation: "WHEN_REQUIRED" });
  return importRequests(await emptyTable(database), client, options);
};

const megabyte = 1_000_000;
const noise = createHash("shake256", { outputLength: 25_000 }).update("noise").digest("hex");

/** Maximum time of a request that starts an import, in milliseconds of computing. API Gateway waits 29 s. */
const maxMs = 15_000;

/** Sends a file, and starts its import. */
async function outcomeOf(file: Uint8Array, options = {}, startOptions = {}): Promise<ImportView> {
  expect(file.length).toBeLessThan(1_000_000);
  const { upload, start } = await requests(options);
  const id = await upload(file, ben);
  const { result, cpuMs } = await withCpuMs(() => start(id, { dry_run: true, options: startOptions }, ben));
  expect(cpuMs).toBeLessThan(maxMs);
  return result.body;
}

describe("a small file is rejected within a request if", () => {
  test.each([
    ["1.5 GB of empty lines", "\n".repeat(megabyte), 1500, "its size"],
    // As gzip data, these have a ratio of 40. Deflated again, they have one of thousands.
    [
      "150 MB of empty lines and some text",
      noise.padEnd(megabyte, "\n"),
      150,
      "the size of the uploaded file",
    ],
  ])("a table in it unpacks, twice, to %s", async (_, text, times, size) => {
    const file = await packageWithMedia(Buffer.concat([gzipSync(mediaHeader), packedOften(text, times)]));
    expect(file.length).toBeLessThan(100_000);
    expect(await outcomeOf(file)).toMatchObject({
      status: "rejected",
      problem: `media.csv.gz unpacks to more than 50 times ${size}, so it cannot be a table.`,
    });
  });

  test("a table in it is one line of 190 MB", async () => {
    const file = await packageWithMedia(
      Buffer.concat([gzipSync(mediaHeader), packedOften(",".repeat(megabyte), 190)]),
    );
    expect(await outcomeOf(file)).toMatchObject({
      status: "rejected",
      problem: expect.stringContaining(
        "media.csv.gz has more than 10,000 cells in the row that begins on line 2",
      ),
    });
  });

  test("its datapackage.json has millions of wrong resources", async () => {
    const resources = `{"resources":[${"0,".repeat(4_900_000)}0]}`;
    expect(await outcomeOf(await zipOf({ ...foreignSample, "datapackage.json": resources }))).toMatchObject({
      status: "rejected",
      problem: expect.stringContaining("`profile` must name Camtrap DP"),
    });
  });
});

test("450,000 short bad rows are counted within a request", async () => {
  const table = Buffer.from(`file,species\n${"x\n".repeat(450_000)}`);
  const view = await outcomeOf(table, { format: "csv", filename: "labels.csv" }, { source: "a table" });
  expect(view).toMatchObject({ status: "checked", counts: { annotations: { rows: 0, bad: 450_000 } } });
});

test("a box that is nested very deeply makes a bad row, like any other wrong box", async () => {
  const deep = "[".repeat(400_000) + "]".repeat(400_000);
  const results = `{"info":{"format_version":"1.4"},"detection_categories":{"1":"animal"},"images":[{"file":"a","detections":[{"category":"1","conf":0.9,"bbox":${deep}}]}]}`;
  const view = await outcomeOf(Buffer.from(results), { format: "megadetector", filename: "results.json" });
  expect(view).toMatchObject({ status: "checked", counts: { annotations: { rows: 0, bad: 1 } } });
});

test("a table of one line of 190 MB is refused after its first megabyte", async () => {
  let read = 0;
  const part = Buffer.alloc(65_536, ",");
  const bytes = 190e6;
  const upload = {
    bytes,
    read: async function* () {
      yield Buffer.from("file,species\n");
      for (; read < bytes; read += part.length) yield part;
    },
    mayGoOn: () => {},
  };
  const found: string[] = [];
  const check = csvImport(await emptyTable(database)).check(upload, {
    language: "eng",
    filename: "labels.csv",
    options: ImportOptions.parse({}),
    found: (_, findings) => {
      found.push(...findings.map(({ message }) => message));
    },
  });
  expect(await check).toBeUndefined();
  expect(found).toEqual(["labels.csv has more than 10,000 cells in the row that begins on line 2."]);
  expect(read).toBeLessThan(1e6);
});

test.each([
  ["empty lines", "\n".repeat(40 * megabyte)],
  ["bad rows", "x,y\n".repeat(megabyte / 2)],
])("the check of a file that unpacks to many %s can stop at any time", async (_, rows) => {
  const { upload, start, run, findImport } = await requests({ worksAtOnce: false });
  const file = await zipOf({ ...foreignSample, "media.csv": mediaHeader + rows });
  expect(file.length).toBeLessThan(100_000);
  const id = await upload(file, ben);
  await start(id, { dry_run: true }, ben);
  let asked = 0;
  const canContinue = () => {
    asked += 1;
    return asked <= 30;
  };
  await run(canContinue);
  // The worker asks again before it looks for another job.
  expect(asked).toBeLessThan(35);
  const halfway = await findImport(id);
  expect(halfway).toMatchObject({ status: "running", failures: 0 });
  expect(halfway?.leaseUntilMs).toBeUndefined();
  await run();
  expect(await findImport(id)).toMatchObject({ status: "checked" });
});
