import { once } from "node:events";
import { expect, test } from "vitest";
import { verify } from "../../../../bench/support/verify.ts";
import { EVERYTHING } from "../../../../local/aws/principals.ts";
import { startS3UnderTest } from "../../../local/s3/s3-under-test.ts";
import { startTable } from "../../../support/dynamo/table.ts";
import { ben } from "../../../support/exports/export-world.ts";
import { runKilledProcesses, workerProcesses } from "../../../support/exports/killed-processes.ts";
import { packageOf } from "../../../support/exports/package-of.ts";
import { differences } from "../../../support/formats/tables.ts";
import { annotation } from "../../../support/formats/world.ts";
import { writePackage } from "../../../support/formats/write-package.ts";
import { importRequests } from "../../../support/imports/import-requests.ts";
import { emptyTable, world } from "../../../support/imports/import-world.ts";
import { zipOf } from "../../../support/imports/zip-of.ts";
import { seededRandom } from "../../../support/seeded-random.ts";

const kills = Number(process.env["IMPORT_SIGKILLS"] ?? 0);
const rows = 50_000;

/**
 * This test takes minutes: `IMPORT_SIGKILLS=30 npx vitest run --project parts
 * test/shared/transfer/imports/sigkill.test.ts`.
 */
test.runIf(kills > 0)(
  "an import creates each record once even if its workers are killed at random moments",
  { timeout: 3_600_000 },
  async () => {
    const [database, s3] = await Promise.all([startTable(), startS3UnderTest()]);
    // A client like that of the service, whose signed URLs contain no checksum of an empty body.
    const client = s3.clientWith(EVERYTHING, { requestChecksumCalculation: "WHEN_REQUIRED" });
    const annotations = Array.from({ length: rows }, (_, i) =>
      annotation(i + 1, {
        videostream: (i % 4) + 1,
        source: 2 - (i % 2),
        startMs: i,
        endMs: i + 500,
        observation: { species: i % 3 === 0 ? "Vulpes vulpes" : "Lutra lutra", behaviour: `foraging ${i}` },
      }),
    );
    const zip = await zipOf(
      writePackage({ ...world, annotations }, { people: "names", coordinates: "exact" }).texts,
    );
    const begun = async () => {
      const table = await emptyTable(database);
      const requests = importRequests(table, client, { worksAtOnce: false });
      const { id } = await requests.import(zip, ben);
      const start = await workerProcesses("import", { client: database.client, table }, s3);
      return { table, requests, id, start };
    };
    const whole = await begun();
    await once(whole.start(0), "close");
    expect(await whole.requests.findImport(whole.id)).toMatchObject({ status: "done", problem: undefined });
    const wanted = await packageOf(whole.table, s3.client);

    const random = seededRandom(Number(process.env["SEED"] ?? 1));
    const { table, requests, id, start } = await begun();
    const killed = await runKilledProcesses(start, () => requests.findImport(id), kills, random);
    console.log(`${killed} workers were killed.`);
    const { status, problem, counts } = (await requests.get(id, ben)).body;
    expect([status, problem]).toEqual(["done", null]);
    expect(Object.values(counts).map(({ made, there }) => [made, there])).toEqual([
      [2, 0],
      [2, 0],
      [4, 0],
      [rows, 0],
    ]);
    const texts = await packageOf(table, s3.client);
    for (const [key, name] of [
      ["deploymentID", "deployments.csv"],
      ["mediaID", "media.csv"],
      ["observationID", "observations.csv"],
      ["observationID", "annotations.csv"],
    ] as const) {
      expect(await differences(key, wanted[name] ?? "", texts[name] ?? ""), name).toEqual([]);
    }
    await verify(table, () => {});
    await Promise.all([database.close(), s3.stop()]);
  },
);
