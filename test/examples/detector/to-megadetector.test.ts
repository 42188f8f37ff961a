import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EVERYTHING } from "../../../local/aws/principals.ts";
import { annotationById } from "../../../shared/store/annotation/reader.ts";
import { type S3UnderTest, startS3UnderTest } from "../../local/s3/s3-under-test.ts";
import { useTable } from "../../support/dynamo/use-table.ts";
import { ben } from "../../support/exports/export-world.ts";
import { importRequests } from "../../support/imports/import-requests.ts";
import { filledTable, world } from "../../support/imports/import-world.ts";

const folder = mkdtempSync(path.join(tmpdir(), "detector-"));
const database = useTable();
let s3: S3UnderTest;
beforeAll(async () => {
  s3 = await startS3UnderTest();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await s3.stop();
});

test("the converted detections of another detector are imported as labels of a machine", async () => {
  const file = path.join(folder, "detections.json");
  const size = { width: 1920, height: 1080 };
  const one = { ...size, video: "card 1/1.mp4", fps: 25, score: 0.875 };
  const detections = [
    { ...one, frame: 50, name: "Lutra lutra", box: [480, 270, 960, 540] },
    { ...one, frame: 50, name: "boat", box: [0, 0, 192, 108] },
  ];
  writeFileSync(file, JSON.stringify(detections));
  const program = path.join(import.meta.dirname, "../../../examples/detector/to-megadetector.mjs");
  const results = execFileSync(process.execPath, [program, file]);

  const table = await filledTable(database, { ...world, annotations: [] });
  const client = s3.clientWith(EVERYTHING, { requestChecksumCalculation: "WHEN_REQUIRED" });
  const requests = importRequests(table, client, { format: "megadetector", filename: "results.json" });
  const options = { match: { strip: "card 1/" } };
  const { status, counts } = await requests.import(results, ben, { options });
  expect([status, counts.annotations.made]).toEqual(["done", 2]);
  expect(await annotationById(table)(1)).toMatchObject({
    method: "machine",
    observer: "our own, 2026-11",
    confidence: 0.875,
    startMs: 2000,
    boundingBox: { x1: 480, y1: 270, x2: 1439, y2: 809 },
    observation: { species: "Lutra lutra" },
  });
  expect(await annotationById(table)(2)).toMatchObject({ observation: { species: "boat" } });
});
