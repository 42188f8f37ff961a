import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { idsIn, unpackIds } from "../../../../shared/index/list-index.ts";
import { annotationById } from "../../../../shared/store/annotation/reader.ts";
import { annotationWriter } from "../../../../shared/store/annotation/writer.ts";
import { datasets } from "../../../../shared/store/dataset/datasets.ts";
import { videoStreamById } from "../../../../shared/store/stream/reader.ts";
import { videoStreamWriter } from "../../../../shared/store/stream/writer.ts";
import type { Table } from "../../../../shared/table/table.ts";
import { idsName } from "../../../../shared/transfer/exports/steps.ts";
import { type S3UnderTest, startS3UnderTest } from "../../../local/s3/s3-under-test.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";
import { exportRequests } from "../../../support/exports/export-requests.ts";
import { ann, annotationOf, fill, streams } from "../../../support/exports/export-world.ts";
import { rowsOf } from "../../../support/formats/tables.ts";
import { dataset } from "../../../support/formats/world.ts";
import { below, oneOf, type Random, seededRandom } from "../../../support/seeded-random.ts";
import { unzip } from "../../../support/unzip.ts";

const clients = 8;

const database = useTable();
let s3: S3UnderTest;
beforeAll(async () => {
  s3 = await startS3UnderTest();
});
afterAll(() => s3.stop());

test("exports that are made while eight clients write have no broken reference and lose no annotation", {
  timeout: 120_000,
}, async () => {
  const { table } = database;
  await fill(
    table,
    Array.from({ length: 120 }, (_, i) => annotationOf(i + 1, (i % streams.length) + 1)),
  );
  await datasets(table).replace(undefined, dataset);
  let [writes, isOver] = [0, false];
  const writing = Promise.all(
    Array.from({ length: clients }, async (_, number) => {
      const write = clientOf(database.table, number, seededRandom(Number(process.env["SEED"] ?? 1) + number));
      for (; !isOver; writes++) {
        await write();
        // Without this pause, the exports would wait for the database most of the time.
        await sleep(50);
      }
    }),
  ).catch((error: unknown) => error);
  const counts = { gone: 0, changed: 0 };
  for (const [format, options] of [
    ["camtrap-dp", { streams: "all" }],
    ["camtrap-dp", { level: "both" }],
    ["dwca", { level: "media" }],
  ] as const) {
    const { gone, changed, problems } = await exported({ format, options }, async () => {
      for (const until = writes + 40; writes < until; ) await sleep(5);
    });
    expect({ format, options, problems }).toEqual({ format, options, problems: [] });
    counts.gone += gone;
    counts.changed += changed;
  }
  isOver = true;
  expect(await writing).toHaveLength(clients);
  expect(counts.gone).toBeGreaterThan(0);
  expect(counts.changed).toBeGreaterThan(0);
});

/** Returns a client that, at each call, creates, changes or deletes a label of its own, or a stream with its labels. */
function clientOf(table: Table, number: number, random: Random): () => Promise<void> {
  const [annotations, videos] = [annotationWriter(table), videoStreamWriter(table)];
  const [labels, ownStreams] = [
    Array.from({ length: 120 / clients }, (_, i) => i * clients + number + 1),
    [] as { id: number; labels: number[] }[],
  ];
  const label = async (stream: number) => {
    const { id: _, version: __, ...fields } = annotationOf(0, (stream % streams.length) + 1);
    const made = await annotations.create(async () => ({ ...fields, videostream: stream }), undefined);
    return typeof made === "object" ? [made.id] : [];
  };
  const remove = async (id: number) => {
    const found = await annotationById(table)(id);
    if (found) await annotations.delete(found);
  };
  return async () => {
    const draw = below(random, 10);
    if (draw < 3) labels.push(...(await label(1 + below(random, streams.length))));
    else if (draw < 5) {
      const found = await annotationById(table)(oneOf(random, labels) ?? 0);
      const observation = { behaviour: `asleep ${random()}` };
      // A change within the millisecond in which an export began does not count as later.
      if (found) await annotations.update(found, { ...found, observation, changedMs: Date.now() + 1 });
    } else if (draw < 8) {
      const [id] = labels.splice(below(random, labels.length), 1);
      if (id !== undefined) await remove(id);
    } else if (draw < 9 || ownStreams.length === 0) {
      const { id: _, version: __, ...fields } = streams[below(random, streams.length)] ?? ({} as never);
      const made = await videos.create(async () => fields, undefined);
      if (typeof made === "object")
        ownStreams.push({ id: made.id, labels: [...(await label(made.id)), ...(await label(made.id))] });
    } else {
      const [gone] = ownStreams.splice(0, 1);
      for (const id of gone?.labels ?? []) await remove(id);
      const found = await videoStreamById(table)(gone?.id ?? 0);
      if (found) await videos.delete(found);
    }
  };
}

/** References between the tables of both formats. */
const references = [
  ["media", "deploymentID", "deployments", "deploymentID"],
  ["observations", "deploymentID", "deployments", "deploymentID"],
  ["observations", "mediaID", "media", "mediaID"],
  ["annotations", "observationID", "observations", "observationID"],
  ["multimedia", "occurrenceID", "occurrence", "occurrenceID"],
] as const;

/**
 * Exports a whole table and returns the faults of the file.
 * @param later waits until others have written
 */
async function exported(body: object, later: () => Promise<void>) {
  const requests = exportRequests(database.table, s3.client, { pieceSize: 40 });
  const { id } = (await requests.create(body, ann)).body;
  const packed = await requests.files.readWork(id, idsName);
  const ids = idsIn(unpackIds(packed ?? new Uint8Array()));
  await later();
  await requests.run();
  const { counts, files } = (await requests.get(id, ann)).body;
  const texts = unzip(new Uint8Array(await (await fetch(files[0]?.url ?? "")).arrayBuffer()));
  const tables = await Promise.all(
    Object.entries(texts).map(
      async ([name, text]) => [name, name.endsWith(".csv") ? await rowsOf(text) : []] as const,
    ),
  );
  const cellsOf = (name: string, column: string) => {
    const rows = new Map(tables).get(`${name}.csv`) ?? [];
    return rows.map((row) => row[column] ?? "").filter((cell) => cell !== "");
  };
  const problems = references.flatMap(([name, column, parent, key]) => {
    const there = new Set(cellsOf(parent, key));
    return cellsOf(name, column).flatMap((cell) =>
      there.has(cell) ? [] : [`${name}: no ${key} ${cell} in ${parent}`],
    );
  });
  const { rows, gone, withheld, left_out } = counts;
  if (rows + gone + withheld + left_out !== ids.length)
    problems.push(`of ${ids.length}: ${JSON.stringify(counts)}`);
  const shown = new Set([
    ...cellsOf("observations", "observationID"),
    ...cellsOf("occurrence", "occurrenceID"),
  ]);
  const lost = ids.filter((each) => !shown.has(`annotation-${each}`));
  if (lost.length !== gone)
    problems.push(`${lost.length} annotations are missing, but ${gone} are counted as gone`);
  for (const each of await Promise.all(lost.map(annotationById(database.table))))
    if (each !== undefined) problems.push(`annotation ${each.id} is lost`);
  return { gone, changed: counts.changed, problems };
}
