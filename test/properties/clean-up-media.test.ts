import { expect, test } from "vitest";
import { EVERYTHING } from "../../local/aws/principals.ts";
import { verifyIndex } from "../../shared/index/check/check-index.ts";
import { mediaObjects } from "../../shared/media/files/objects.ts";
import { captureSourceWriter } from "../../shared/store/source/writer.ts";
import { openTable } from "../../shared/table/table.ts";
import { BUCKET, startS3UnderTest } from "../local/s3/s3-under-test.ts";
import { runJob } from "../shared/index/check/run-to-end.ts";
import { mediaCases, sorted, storedMedia } from "../support/clean-up/media-cases.ts";
import { runCleanUp } from "../support/clean-up/run-clean-up.ts";
import { dynamoConflicts } from "../support/dynamo/conflicts.ts";
import { crashingClient } from "../support/dynamo/crashing-client.ts";
import { dynamoFaults } from "../support/dynamo/faults.ts";
import { useTable } from "../support/dynamo/use-table.ts";
import { plainSource } from "../support/plain-records.ts";
import { below, seededRandom } from "../support/seeded-random.ts";
import { forSeeds, soak } from "./seeds.ts";

const database = useTable();

/** A time at which the tasks of ended streams are due. */
const cleanUpMs = Date.now() + 3_600_000;
const nowMs = () => cleanUpMs;
const repetitions = 3;

test(
  "after crashes of the clean-up, media have either both their record and their file, or neither",
  soak,
  async () => {
    await forSeeds(async (seed) => {
      const s3 = await startS3UnderTest();
      const table = await database.fresh();
      const source = {
        name: "a",
        location: "1,1",
        cameraHardware: "",
        ...plainSource,
      };
      await captureSourceWriter(table).create(source, undefined);
      const { cases, expected } = mediaCases(table, s3.client, BUCKET, cleanUpMs);
      for (let i = 0; i < repetitions; i++) for (const make of Object.values(cases)) await make();

      const random = seededRandom(seed);
      const conflicts = dynamoConflicts(5);
      let crashes = 0;
      const cleaner = async () => {
        for (let process = 1; process <= 5; process++) {
          const client = database.connect();
          const rates = { requestLost: 0.02, answerLost: 0.02, answerLostForGood: 0.01, unprocessed: 0.02 };
          dynamoFaults(below(random, 2 ** 31), rates).addTo(client);
          conflicts.addTo(client);
          const s3Client = s3.clientWith(EVERYTHING);
          const { addTo, crashed } = crashingClient(random, 200);
          addTo(client);
          addTo(s3Client);
          const run = runCleanUp(openTable(table.name, client), mediaObjects(s3Client, BUCKET), { nowMs });
          if ((await Promise.race([run, crashed])) === "crashed") crashes += 1;
        }
      };
      await Promise.all([cleaner(), cleaner()]);
      const objects = mediaObjects(s3.client, BUCKET);
      const rest = await runCleanUp(table, objects, { nowMs });
      expect(rest).toMatchObject({ done: true, failures: [] });
      const again = await runCleanUp(table, objects, { nowMs });
      expect(again.counts).toEqual({
        liveStreams: 0,
        endedStreams: 0,
        endedUploads: 0,
        removedMedia: 0,
        removedFiles: 0,
        completedTasks: 0,
        failures: 0,
      });
      expect(crashes).toBeGreaterThan(0);
      expect(sorted(await storedMedia(table, s3.client, BUCKET))).toEqual(sorted(expected));
      expect((await runJob(verifyIndex, table)).found).toEqual([]);
      await s3.stop();
    });
  },
);
