import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import * as z from "zod/mini";
import { EVERYTHING } from "../../local/aws/principals.ts";
import type { S3UnderTest } from "../../test/local/s3/s3-under-test.ts";
import type { TestTable } from "../../test/support/dynamo/table.ts";
import { childPlaces } from "../../test/support/exports/child-places.ts";
import { ben } from "../../test/support/exports/export-world.ts";
import { annotation, stream } from "../../test/support/formats/world.ts";
import { writePackage } from "../../test/support/formats/write-package.ts";
import { importRequests } from "../../test/support/imports/import-requests.ts";
import { emptyTable, world } from "../../test/support/imports/import-world.ts";
import { zipOf } from "../../test/support/imports/zip-of.ts";

const Measured = z.object({
  status: z.string(),
  made: z.number(),
  rcu: z.number(),
  wcu: z.number(),
  ms: z.number(),
  memoryMegabytes: z.number(),
});
export type MeasuredImport = z.infer<typeof Measured>;

const labelsOfStream = 100;

/** Measures the import of a package with this number of labels into an empty table. */
export async function measureImport(
  database: TestTable,
  s3: S3UnderTest,
  labels: number,
): Promise<MeasuredImport> {
  const table = await emptyTable(database);
  const client = s3.clientWith(EVERYTHING, { requestChecksumCalculation: "WHEN_REQUIRED" });
  const requests = importRequests(table, client, { worksAtOnce: false });
  const { id } = await requests.import(await packageOf(labels), ben);
  const script = path.join(import.meta.dirname, "import-in-child.ts");
  const args = [script, ...(await childPlaces(database, table, s3)), String(id)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return z.parse(Measured, JSON.parse(stdout));
}

function packageOf(labels: number): Promise<Uint8Array> {
  const streams = Array.from({ length: Math.ceil(labels / labelsOfStream) }, (_, i) =>
    stream(i + 1, { source: (i % 2) + 1 }),
  );
  const annotations = Array.from({ length: labels }, (_, i) => {
    const videostream = Math.floor(i / labelsOfStream) + 1;
    return annotation(i + 1, {
      videostream,
      source: 2 - (videostream % 2),
      startMs: (i % labelsOfStream) * 5000,
      endMs: (i % labelsOfStream) * 5000 + 2500,
      boundingBox: { x1: 10, y1: 10, x2: 200 + (i % 500), y2: 300 },
      observation: {
        species: i % 2 === 0 ? "Vulpes vulpes" : "Lutra lutra",
        behaviour: `foraging ${i % 37}`,
      },
    });
  });
  return zipOf(
    writePackage({ ...world, streams, annotations }, { people: "names", coordinates: "exact" }).texts,
  );
}
