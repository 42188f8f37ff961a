import type { S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verify } from "../../../../bench/support/verify.ts";
import { EVERYTHING } from "../../../../local/aws/principals.ts";
import { csvLine } from "../../../../shared/formats/csv-text.ts";
import { videoStreamById } from "../../../../shared/store/stream/reader.ts";
import { videoStreamWriter } from "../../../../shared/store/stream/writer.ts";
import { openTable, type Table } from "../../../../shared/table/table.ts";
import { streamFinder } from "../../../../shared/transfer/imports/find-streams.ts";
import { writeAnnotations } from "../../../../shared/transfer/imports/write-annotations.ts";
import type { ImportView } from "../../../../shared/views/job/import.ts";
import { type S3UnderTest, startS3UnderTest } from "../../../local/s3/s3-under-test.ts";
import { dynamoMeter } from "../../../support/dynamo/meter.ts";
import { readAll } from "../../../support/dynamo/read-all.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";
import { download, exportRequests } from "../../../support/exports/export-requests.ts";
import { ann, ben } from "../../../support/exports/export-world.ts";
import { runKilledWorkers } from "../../../support/exports/killed-workers.ts";
import { rowsOf } from "../../../support/formats/tables.ts";
import { startMs, stream, type World } from "../../../support/formats/world.ts";
import { importRequests } from "../../../support/imports/import-requests.ts";
import { emptyTable, filledTable, world } from "../../../support/imports/import-world.ts";
import { seededRandom } from "../../../support/seeded-random.ts";

const database = useTable();
let s3: S3UnderTest;
beforeAll(async () => {
  s3 = await startS3UnderTest();
});
afterAll(() => s3.stop());

const client = () => s3.clientWith(EVERYTHING, { requestChecksumCalculation: "WHEN_REQUIRED" });
const on = (table: Table, options = {}) =>
  importRequests(table, client(), { format: "csv", filename: "labels.csv", ...options });

/** A service that has the same streams under other ids, and no labels. */
const there: World = {
  ...world,
  streams: world.streams.map((each) => ({ ...each, id: each.id + 10 })),
  annotations: [],
};
const otherService = (of = there) => filledTable(database, of);

async function exported(table: Table, filters?: object): Promise<string> {
  const requests = exportRequests(table, s3.client, { worksAtOnce: true });
  const { body } = await requests.create({ format: "csv", filters, options: { coordinates: "exact" } }, ann);
  return download(body.files[0]?.url);
}

const source = "Ridge 2026";
const bring = (table: Table, text: string, options: object = { source }) =>
  on(table).import(Buffer.from(text), ben, { options });
const reportOf = async ({ report_url }: ImportView) => download(report_url ?? "");
/** Returns a table without one of its columns. */
async function without(column: string, csv: string): Promise<string> {
  const rows = await rowsOf(csv);
  const names = Object.keys(rows[0] ?? {}).filter((name) => name !== column);
  return [names, ...rows.map((row) => names.map((name) => row[name]))]
    .map((cells) => csvLine(cells))
    .join("");
}

const annotationsOf = async (table: Table) => (await readAll(table)).filter(({ sk }) => sk === "A").length;

const offset = (seconds: number) => new Date(startMs + seconds * 1000).toISOString();
const address = (id: number) => world.streams[id - 1]?.url ?? "";

describe("a table of annotations", () => {
  test("that one service has exported is imported into another service once and without a changed cell", async () => {
    const before = await filledTable(database, world);
    // In the other service, streams have other ids.
    const text = await without("videostream", await exported(before));
    const table = await otherService();
    const first = await bring(table, text);
    expect(first).toMatchObject({
      status: "done",
      options: { table: "annotations", source },
      counts: { annotations: { rows: 40, bad: 0, made: 40, there: 0 }, species: { rows: 0 } },
    });
    const own = ["id", "videostream", "created", "changed"];
    const cellsOf = async (csv: string) =>
      (await rowsOf(csv)).map((row) =>
        Object.fromEntries(Object.entries(row).filter(([name]) => !own.includes(name))),
      );
    expect(await cellsOf(await exported(table, { import: first.id }))).toEqual(await cellsOf(text));
    const again = await bring(table, text);
    expect(again.counts.annotations).toMatchObject({ made: 0, there: 40 });
    await verify(table, () => {});
  });

  test("may name its streams by id, by URL, or by file name and time", async () => {
    const table = await otherService();
    const { counts, id } = await bring(
      table,
      [
        "videostream,stream_url,file,start_time,note",
        "11,,,,by number",
        `,${address(2)},,,by address`,
        `,,3.mp4,${offset(5)},by name and time`,
        `,,videos.example\\4.mp4,,by path`,
      ].join("\n"),
    );
    expect(counts.annotations).toMatchObject({ rows: 4, made: 4 });
    const rows = await rowsOf(await exported(table, { import: id }));
    expect(rows.map(({ videostream }) => videostream)).toEqual(["11", "12", "13", "14"]);
    expect(rows[2]).toMatchObject({ start: "00:00:05.000" });
  });

  test("distinguishes streams with the same file name by the time, and gets a finding if the time is not enough", async () => {
    const day = 86_400_000;
    const streams = there.streams.map((each, i) => {
      const url = `https://videos.example/card-${each.id}/IMG_0001.MP4`;
      const beganMs = startMs + i * day;
      return i < 2 ? { ...each, url } : { ...each, url, startMs: beganMs, endMs: beganMs + 1000 };
    });
    const table = await otherService({ ...there, streams });
    const checked = await bring(
      table,
      `file,start_time\nIMG_0001.MP4,${offset(2 * 86_400)}\nIMG_0001.MP4,${offset(5)}\nIMG_0001.MP4,${offset(3 * 86_400 + 1)}\nIMG_0001.MP4,${offset(50 * 86_400)}\n`,
    );
    expect(checked).toMatchObject({ status: "rejected", counts: { annotations: { rows: 2, bad: 2 } } });
    expect(await reportOf(checked)).toMatch(
      /\nlabels\.csv,3,file,IMG_0001\.MP4,bad-row,ambiguous,.*\nlabels\.csv,5,file,IMG_0001\.MP4,bad-row,no-stream,.*recorded at /,
    );
    const few = streamFinder(table, { most: 1 });
    const name = { column: "file", value: "IMG_0001.MP4" } as const;
    const found = await few([
      { ...name, atMs: undefined },
      { ...name, atMs: startMs + 2 * day },
    ]);
    expect(found).toEqual(["too-many", [expect.objectContaining({ startMs: startMs + 2 * day })]]);
  });

  test("with few rows is matched by searches at the rows' times, and with many rows by one read of all streams", async () => {
    const day = 86_400_000;
    const names = Array.from({ length: 400 }, (_, i) => ({
      ...({
        column: "stream_url",
        value: `https://videos.example/${i}.mp4`,
        atMs: startMs + i * day,
      } as const),
    }));
    const streams = names.map(({ value: url, atMs }, i) =>
      stream(100 + i, { url, startMs: atMs, endMs: atMs + 1000 }),
    );
    const { name } = await otherService({ ...there, streams });
    const metered = database.connect();
    const meter = dynamoMeter();
    meter.addTo(metered);
    const find = streamFinder(openTable(name, metered));
    const rcuOf = async (some: typeof names) => {
      const before = meter.rcu;
      const found = await find(some);
      expect(found).toEqual(some.map(({ value: url }) => [expect.objectContaining({ url })]));
      return meter.rcu - before;
    };
    expect(await rcuOf(names.slice(0, 1))).toBeLessThan(50);
    // Seven more searches for 50 units each are followed by one read of all streams.
    expect(await rcuOf(names)).toBeLessThan(400 + 8 * 50);
    expect(await rcuOf(names)).toBe(0);
  });

  test("may name URLs with spaces and accented letters, percent-encoded or not", async () => {
    const addresses = ["https://h.example/card%203/IMG_1.MP4", "https://h.example/S%C3%BCd/100%25.MP4"];
    const streams = [
      ...addresses.map((url, i) => stream(11 + i, { url })),
      {
        ...stream(13, { url: "s3://media/video/9" }),
        file: { upload: 9, fingerprint: "f", name: "Fu\u0308chse 1.MP4" },
      },
    ];
    const find = streamFinder(await otherService({ ...there, streams }));
    const idsOf = async (value: string, column: "file" | "stream_url" = "file") => {
      const [found] = await find([{ column, value, atMs: undefined }]);
      return typeof found === "string" ? found : found?.map(({ id }) => id);
    };
    expect(await idsOf("card 3/IMG_1.MP4")).toEqual([11]);
    expect(await idsOf("card%203/IMG_1.MP4")).toEqual([11]);
    expect(await idsOf("ard 3/IMG_1.MP4")).toEqual([]);
    expect(await idsOf("Su\u0308d/100%.MP4")).toEqual([12]);
    expect(await idsOf("Füchse 1.MP4")).toEqual([13]);
    expect(await idsOf("card 7/F%C3%BCchse 1.MP4")).toEqual([13]);
    // A complete URL must match exactly.
    expect(await idsOf("https://h.example/card%203/IMG_1.MP4", "stream_url")).toEqual([11]);
    expect(await idsOf("https://h.example/card 3/IMG_1.MP4", "stream_url")).toEqual([]);
  });

  test("may contain labels after the end of a stream that the clean-up has ended", async () => {
    const table = await otherService();
    const before = await videoStreamById(table)(11);
    const ended = { endMs: startMs + 1000, live: { aliveMs: startMs, endedBy: "cleanup" } } as const;
    if (before) await videoStreamWriter(table).update(before, { ...before, ...ended });
    const { counts, warnings } = await bring(table, `stream_url,start\n${address(1)},00:00:05\n`);
    expect([counts.annotations, warnings]).toMatchObject([{ rows: 1, bad: 0, made: 1 }, []]);
    await verify(table, () => {});
  });

  test("with a fault is rejected with a report of row and column, and writes nothing", async () => {
    const table = await otherService();
    const text = `stream_url,start,note\n${address(1)},00:00:01,fine\nhttps://other.example/a.mp4,00:00:01,\n${address(1)},99:00:00,\n`;
    const view = await bring(table, text);
    expect(view).toMatchObject({ status: "rejected", counts: { annotations: { rows: 1, bad: 2 } } });
    expect(await reportOf(view)).toMatch(
      /\nlabels\.csv,3,stream_url,https:\/\/other\.example\/a\.mp4,bad-row,no-stream,.*\nlabels\.csv,4,start,99:00:00,bad-row,beyond,/,
    );
    expect(await annotationsOf(table)).toBe(0);
    const skipped = await bring(table, text, { source, on_bad_row: "skip" });
    expect(skipped).toMatchObject({ status: "done", counts: { annotations: { made: 1, bad: 2 } } });
  });

  test("requires the option `source`, while a package refuses the option `table`", async () => {
    const table = await otherService();
    const text = `stream_url\n${address(1)}\n`;
    const view = await bring(table, text, {});
    expect(view).toMatchObject({
      status: "rejected",
      problem: expect.stringContaining("the option `source`"),
    });
    expect(await reportOf(view)).toContain(",fatal,no-id,");
    expect((await on(table).start(view.id, { options: { source } }, ben)).body.status).toBe("done");
    const zip = on(table, { format: "camtrap-dp" }).import(Buffer.from(text), ben, {
      options: { table: "species" },
    });
    await expect(zip).rejects.toMatchObject({
      code: "invalid-request",
      message: "`table` is an option of `csv`, not of `camtrap-dp`.",
    });
  });

  test("with scores and without makers of its labels is rejected until the option `method` names them", async () => {
    const table = await otherService();
    const text = `stream_url,species,score\n${address(1)},fox,0.8\n`;
    const view = await bring(table, text);
    expect(view).toMatchObject({
      status: "rejected",
      problem: expect.stringContaining("Who made its labels?"),
    });
    expect(await annotationsOf(table)).toBe(0);
    const { body } = await on(table).start(view.id, { options: { source, method: "machine" } }, ben);
    expect(body).toMatchObject({ status: "done", options: { method: "machine" } });
    const labels = (await readAll(table)).filter(({ sk }) => sk === "A");
    expect(labels).toHaveLength(1);
    expect(await exported(table)).toContain(",machine,");
  });

  test("is imported without the labels whose stream was deleted after the check, with a warning", async () => {
    const table = await otherService();
    const label = {
      observer: "Ann",
      observation: undefined,
      method: "human",
      confidence: undefined,
    } as const;
    const more = { ...label, startMs: 0, endMs: 0, boundingBox: undefined, keypoints: undefined };
    const row = (key: string, stream: number) => ({
      ...more,
      key,
      stream,
      machine: undefined,
      camtrapDp: {},
    });
    const warnings: unknown[] = [];
    const written = await writeAnnotations([row("one", 11), row("two", 99)], {
      ...{ table, packageId: source, nowMs: Date.now },
      job: { id: 1, maker: ben.id, options: { on_bad_row: "stop", on_existing: "keep" } },
      pace: async () => {},
      warn: (code, first) => warnings.push([code, first]),
      storeFile: async () => undefined,
    });
    expect(written).toEqual({ rows: 2, made: 1, changed: 0, there: 0 });
    expect(warnings).toEqual([["stream-deleted", "two: its video stream 99 has been deleted."]]);
  });

  test("becomes the same labels no matter when the workers are killed", async () => {
    const table = await otherService();
    const rows = Array.from({ length: 12 }, (_, i) => `${i},${address((i % 4) + 1)},${offset(i)}`);
    const text = `id,stream_url,start_time\n${rows.join("\n")}\n`;
    const random = seededRandom(Number(process.env["SEED"] ?? 11));
    for (let [crashes, run] = [0, 1]; crashes < Number(process.env["EXPORT_KILLS"] ?? 4); run++) {
      let nowMs = Date.now();
      const options = { nowMs: () => nowMs, pieceSize: 3, worksAtOnce: false };
      const id = await on(table, options).upload(Buffer.from(text), ben);
      await on(table, options).start(id, { options: { source: `${source} ${run}` } }, ben);
      const work = (at: Table, s3Client: S3Client) => importRequests(at, s3Client, options).run();
      await runKilledWorkers({ database, table, s3 }, work, random, 60, () => {
        crashes += 1;
        // By then, the lease of the killed worker has ended.
        nowMs += 121_000;
      });
      const done = (await on(table).get(id, ben)).body;
      expect(done).toMatchObject({ status: "done", counts: { annotations: { made: 12, there: 0 } } });
      expect(await annotationsOf(table)).toBe(run * 12);
    }
    await verify(table, () => {});
  });
});

test("a species may have the external taxon id 0", async () => {
  const csv = "common_name,scientific_name,external_taxon_id\r\nroe deer,Capreolus capreolus,0\r\n";
  const { counts, warnings } = await bring(await otherService(), csv, { source, table: "species" });
  expect([counts.species.made, warnings]).toEqual([1, []]);
});

test("a table of species creates missing species with their kinds, sensitivities and taxon ids", async () => {
  const table = await emptyTable(database);
  const options = { source: "Checklist", table: "species" };
  await bring(table, "scientific_name\nLutra lutra\n", { ...options, source: "Other" });
  const text = [
    "scientific_name;common_name;external_taxon_id;kind;sensitivity",
    "LUTRA lutra;;;;",
    "Lynx lynx;Lynx;2435240;;high",
    "Nil;Nothing;;blank;",
  ].join("\r\n");
  const { status, counts } = await bring(table, text, options);
  expect(status).toBe("done");
  expect(counts.species).toEqual({ rows: 3, bad: 0, warnings: 0, made: 2, changed: 0, there: 1 });
  const species = (await readAll(table)).filter(({ sk }) => sk === "S");
  expect(species).toMatchObject([
    { scientific: "Lutra lutra", common: "Lutra lutra" },
    { scientific: "Lynx lynx", common: "Lynx", taxon: 2435240, sensitivity: "high" },
    { scientific: "Nil", kind: "blank" },
  ]);
  // Another species cannot have the same taxon id.
  const taken = await bring(table, "scientific_name,external_taxon_id\nLynx pardinus,2435240\n", options);
  expect(taken).toMatchObject({
    status: "done",
    counts: { species: { made: 0, there: 0 } },
    warnings: [{ code: "taxon-taken", first: expect.stringContaining("Lynx pardinus") }],
  });
  await verify(table, () => {});
});
