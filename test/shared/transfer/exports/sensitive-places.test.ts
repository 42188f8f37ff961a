import { afterAll, beforeAll, expect, test } from "vitest";
import type { Annotation } from "../../../../shared/domain/annotation/annotation.ts";
import { annotationById } from "../../../../shared/store/annotation/reader.ts";
import { annotationWriter } from "../../../../shared/store/annotation/writer.ts";
import { datasets } from "../../../../shared/store/dataset/datasets.ts";
import type { Table } from "../../../../shared/table/table.ts";
import { sensitivePlaces, sensitivityAt } from "../../../../shared/transfer/exports/sensitive-places.ts";
import { type S3UnderTest, startS3UnderTest } from "../../../local/s3/s3-under-test.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";
import { download, exportRequests, rowsIn } from "../../../support/exports/export-requests.ts";
import { ann, annotationOf, ben, fill, sources } from "../../../support/exports/export-world.ts";
import { dataset } from "../../../support/formats/world.ts";
import { unzip } from "../../../support/unzip.ts";

const database = useTable();
let s3: S3UnderTest;
beforeAll(async () => {
  s3 = await startS3UnderTest();
});
afterAll(() => s3.stop());

async function tableOf(annotations: readonly Annotation[]): Promise<Table> {
  const table = await database.fresh();
  await fill(table, annotations);
  return table;
}

const noted = (id: number, stream: number, name: string) =>
  annotationOf(id, stream, 1, { observation: { species: name } });

test("a place is as sensitive as the most sensitive species ever seen there, according to a vote or a noted name", async () => {
  const table = await tableOf([
    annotationOf(1, 1, 1),
    annotationOf(2, 2, 2),
    annotationOf(3, 8, 3),
    noted(4, 3, "felis SILVESTRIS"),
    // This label is at the place that sources 4 and 6 share.
    annotationOf(5, 6, 4),
  ]);
  const levelAt = sensitivityAt(await sensitivePlaces(table));
  expect(sources.map(levelAt)).toEqual(["none", "medium", "medium", "high", "none", "high"]);
});

test("an export shows a place only as precisely as the species seen there allow, even if it leaves these species out", async () => {
  const table = await tableOf([annotationOf(1, 4, 4), annotationOf(2, 10, 1), annotationOf(3, 1, 1)]);
  const requests = exportRequests(table, s3.client, { worksAtOnce: true });
  const rowsOf = async (body: object, caller = ben) => {
    const answer = (await requests.create({ format: "csv", ...body }, caller)).body;
    return rowsIn(await download(answer.files[0]?.url));
  };
  const blurred = { latitude: "61", longitude: "-120.1", capturesource_name: "", stream_url: "" };
  const exact = { latitude: "51.123456", longitude: "4.987654" };
  expect(await rowsOf({})).toMatchObject([blurred, blurred, exact]);
  // The first row is a fox at the place of a wolf, which this filter leaves out.
  expect(await rowsOf({ filters: { species: 1 } })).toMatchObject([blurred, exact]);
  expect(await rowsOf({ options: { coordinates: "exact" } }, ann)).toMatchObject([
    { latitude: "60.987654", stream_url: expect.stringContaining("secret-valley-4") },
    { latitude: "60.987654" },
    exact,
  ]);
});

test("labels in the streams of an extremely sensitive species are left out and counted", async () => {
  const table = await tableOf([
    annotationOf(1, 5, 5),
    annotationOf(2, 5, 1),
    // This label is in another stream of the same camera.
    annotationOf(3, 11, 1),
    annotationOf(4, 1, 1),
  ]);
  const requests = exportRequests(table, s3.client, { worksAtOnce: true });
  const { body } = await requests.create({ format: "csv" }, ben);
  expect(body.counts).toEqual({ rows: 2, gone: 0, changed: 0, withheld: 2, left_out: 0 });
  const text = await download(body.files[0]?.url);
  expect(rowsIn(text)).toMatchObject([{ id: "3", latitude: "", longitude: "" }, { id: "4" }]);
  expect(text).not.toMatch(/0\.0004|Manis|valley-(5|11)/);
});

test.each([
  ["a vote", { identifications: annotationOf(2, 1, 4).identifications }],
  ["a name", { observation: { species: "common canis LUPUS" } }],
])(
  "a sensitive species that is named by %s during the export does not reveal its place",
  async (_, named) => {
    const table = await tableOf([annotationOf(1, 1, 1), annotationOf(2, 1, 1)]);
    const requests = exportRequests(table, s3.client, { worksAtOnce: false, pieceSize: 1 });
    const { body } = await requests.create({ format: "csv" }, ben);
    // The worker takes one step, in which it reads the first label.
    let asked = 0;
    await requests.run(() => asked++ < 2);
    expect((await requests.get(body.id, ben)).body.progress.done).toBe(1);
    const before = await annotationById(table)(2);
    if (before === undefined) throw new Error("There is no label 2");
    await annotationWriter(table).update(before, { ...before, ...named, changedMs: Date.now() + 1000 });
    await requests.run();
    const { body: done } = await requests.get(body.id, ben);
    expect(done).toMatchObject({ status: "done", counts: { rows: 1, withheld: 1 } });
    const text = await download(done.files[0]?.url);
    expect(rowsIn(text)).toMatchObject([{ id: "1", latitude: "51.123456" }]);
    expect(text).not.toMatch(/lupus/i);
  },
);

test.each([
  ["camtrap-dp", { level: "media", streams: "all" }],
  ["camtrap-dp", { level: "both", streams: "all" }],
  ["dwca", { level: "media" }],
])("a package (%s %j) reveals no sensitive place in any of its bytes", async (format, ofFormat) => {
  const table = await tableOf([
    annotationOf(1, 4, 4),
    // These are foxes at the place of the wolf and at the place of the pangolin.
    annotationOf(2, 10, 1),
    annotationOf(3, 11, 1),
    annotationOf(4, 5, 5),
    annotationOf(5, 1, 1),
  ]);
  await datasets(table).replace(undefined, dataset);
  const requests = exportRequests(table, s3.client, { worksAtOnce: true });
  const packageOf = async (options: object, caller = ben) => {
    const filters = { species: 1 };
    const { body } = await requests.create({ format, filters, options }, caller);
    const zip = await (await fetch(body.files[0]?.url ?? "")).arrayBuffer();
    return Object.values(unzip(new Uint8Array(zip))).join("");
  };
  const how = { ...ofFormat, people: "names" };
  const text = await packageOf(how);
  expect(text).not.toMatch(
    /60\.98|120\.12|secret-valley-(4|5|6|10|11|12)\b|Ridge [456]|mill [234]\b|Manis|0\.0004/,
  );
  expect(text).toMatch(/,61,-120\.1,(EPSG:4326,)?12491,/);
  expect(text).toContain("secret-valley-1.mp4");
  expect(text).not.toContain("stream-5");
  expect(await packageOf({ ...how, coordinates: "exact" }, ann)).toMatch(
    /60\.987654[\s\S]*secret-valley-10\.mp4/,
  );
});
