import { once } from "node:events";
import { expect, test } from "vitest";
import { datasets } from "../../../../shared/store/dataset/datasets.ts";
import type { ExportView } from "../../../../shared/views/job/export.ts";
import { startS3UnderTest } from "../../../local/s3/s3-under-test.ts";
import { startTable } from "../../../support/dynamo/table.ts";
import { download, exportRequests } from "../../../support/exports/export-requests.ts";
import { ann, annotationOf, fill } from "../../../support/exports/export-world.ts";
import { runKilledProcesses, workerProcesses } from "../../../support/exports/killed-processes.ts";
import { dataset } from "../../../support/formats/world.ts";
import { seededRandom } from "../../../support/seeded-random.ts";
import { unzip } from "../../../support/unzip.ts";

const kills = Number(process.env["EXPORT_SIGKILLS"] ?? 0);
const rows = 50_000;
const box = { x1: 10, y1: 10, x2: 109, y2: 59 };

/** Returns the content of an export's file, without the time at which a package was made. */
async function contentOf({ files, created }: ExportView): Promise<object> {
  const [file] = files;
  if (file?.name.endsWith(".csv")) return { text: await download(file.url) };
  const texts = unzip(new Uint8Array(await (await fetch(file?.url ?? "")).arrayBuffer()));
  const seconds = created.slice(0, "2026-03-01T00:00:00".length);
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      name.endsWith(".json") ? text.replace(created, "").replace(`${seconds}Z`, "") : text,
    ]),
  );
}

/**
 * This test takes minutes: `EXPORT_SIGKILLS=30 npx vitest run --project parts
 * test/shared/transfer/exports/sigkill.test.ts`.
 */
test.runIf(kills > 0).each(["csv", "camtrap-dp", "dwca", "coco", "ytvis"])(
  "an export as %s has the same content even if its workers are killed at random moments",
  {
    timeout: 1_800_000,
  },
  async (format) => {
    const [database, s3] = await Promise.all([startTable(), startS3UnderTest()]);
    const { table } = database;
    await fill(
      table,
      Array.from({ length: rows }, (_, i) => annotationOf(i + 1, (i % 2) + 1, 1, { boundingBox: box })),
    );
    await datasets(table).replace(undefined, dataset);
    const requests = exportRequests(table, s3.client, { pieceSize: 1000 });
    const start = await workerProcesses("export", database, s3);
    const whole = (await requests.create({ format }, ann)).body;
    await once(start(0), "close");
    const first = (await requests.get(whole.id, ann)).body;
    const wanted = await contentOf(first);

    const random = seededRandom(Number(process.env["SEED"] ?? 1));
    const { id } = (await requests.create({ format }, ann)).body;
    const killed = await runKilledProcesses(start, () => requests.findExport(id), kills, random);
    const done = (await requests.get(id, ann)).body;
    console.log(`${format}: ${killed} workers were killed.`);
    expect(done).toMatchObject({ status: "done", counts: first.counts });
    // The second stream has no size, so its labels are in no training set.
    expect(done.counts.rows + done.counts.left_out).toBe(rows);
    expect(await contentOf(done)).toEqual(wanted);
    await Promise.all([database.close(), s3.stop()]);
  },
);
