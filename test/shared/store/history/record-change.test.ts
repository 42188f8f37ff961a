import { expect, test } from "vitest";
import { keepAlive } from "../../../../shared/domain/stream/live-stream.ts";
import { asActor } from "../../../../shared/runtime/admission.ts";
import { annotationById } from "../../../../shared/store/annotation/reader.ts";
import { annotationWriter } from "../../../../shared/store/annotation/writer.ts";
import { videoStreamById } from "../../../../shared/store/stream/reader.ts";
import { videoStreamWriter } from "../../../../shared/store/stream/writer.ts";
import { type Item, queryAll, type Table } from "../../../../shared/table/table.ts";
import { transact } from "../../../../shared/table/transaction.ts";
import { removeExisting, replace } from "../../../../shared/table/write.ts";
import { readAll } from "../../../support/dynamo/read-all.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";
import { plainAnnotation, plainStream } from "../../../support/plain-records.ts";

const database = useTable();

const annotation = {
  ...plainAnnotation,
  ...{ videostream: 1, source: 1, startMs: 0, endMs: 1000, createdMs: 0, changedMs: 0 },
  ...{ keypoints: undefined, boundingBox: undefined, observer: "Chi Nguyen", observation: undefined },
  ...{ identifications: [], author: { id: 7, source: undefined } },
};
const stream = {
  ...plainStream,
  ...{ source: 1, url: "https://example.org/a", startMs: 0, endMs: undefined },
  live: { aliveMs: undefined, endedBy: undefined },
};

async function annotate(table: Table) {
  const made = await annotationWriter(table).create(async () => annotation, undefined);
  if (typeof made === "string") throw new Error(made);
  return (await annotationById(table)(made.id)) ?? expect.fail();
}

const historyOf = (table: Table, pk: string) =>
  queryAll(table, {
    KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
    ExpressionAttributeValues: { ":pk": pk, ":prefix": "H#" },
  });
const find = (items: readonly Item[], pk: string, sk: string) =>
  items.find((item) => item["pk"] === pk && item["sk"] === sk);

test("each version of an annotation has an item with who changed it and what it replaced", async () => {
  const table = await database.fresh();
  const before = await annotate(table);
  const { update } = annotationWriter(table);
  const after = await asActor({ user: 8 }, () => update(before, { ...before, endMs: 2000 }));
  if (typeof after === "string") throw new Error(after);
  await asActor({ import: 3, user: 8 }, () => update(after, { ...after, observation: { species: "fox" } }));
  expect(await historyOf(table, "A#1")).toEqual([
    { pk: "A#1", sk: "H#00000002", by: { u: 8 }, at: expect.any(Number), set: { end: 1000 } },
    { pk: "A#1", sk: "H#00000003", by: { i: 3, u: 8 }, at: expect.any(Number), set: { obs: null } },
  ]);
});

test("a typed observer stands in histories and deleted annotations as a reference", async () => {
  const table = await database.fresh();
  const before = await annotate(table);
  const { update, delete: remove } = annotationWriter(table);
  const after = await update(before, { ...before, observer: "Ben" });
  if (typeof after === "string") throw new Error(after);
  expect(await remove(after)).toBe("deleted");
  const items = await readAll(table);
  const texts = new Map(items.flatMap(({ pk, text }) => (text === undefined ? [] : [[text, pk]])));
  expect([...texts.keys()].toSorted()).toEqual(["Ben", "Chi Nguyen"]);
  const reference = (text: string) => String(texts.get(text)).replace("OBS#", "");
  const change = find(items, "A#1", "H#00000002");
  const deleted = find(items, "A#1", "A");
  expect(change).toMatchObject({ set: { observer: reference("Chi Nguyen") } });
  expect(deleted).toMatchObject({ observer: reference("Ben"), ver: 3, goneBy: { j: "operator" } });
  expect(
    Object.keys(deleted ?? {})
      .filter((name) => name.startsWith("g"))
      .toSorted(),
  ).toEqual(["gone", "goneBy"]);
  expect(await annotationById(table)(1)).toBeUndefined();
});

test("a heartbeat changes the version of its stream and leaves no trace", async () => {
  const table = await database.fresh();
  const streams = videoStreamWriter(table);
  const made = await asActor({ siteKey: 5, source: 1 }, () => streams.create(async () => stream, undefined));
  expect(made).toMatchObject({ id: 1 });
  const before = (await videoStreamById(table)(1)) ?? expect.fail();
  expect(before.made?.by).toEqual({ siteKey: 5, source: 1 });
  expect(await streams.update(before, keepAlive(before, 5))).toBe("updated");
  expect(await streams.update(before, keepAlive(before, 6))).toBe("changed-meanwhile");
  expect(await videoStreamById(table)(1)).toMatchObject({ live: { aliveMs: 5 }, version: 2 });
  expect(await historyOf(table, "V#1")).toEqual([]);
});

test("the tests refuse a transaction that changes a record without a trace", async () => {
  const key = { pk: "V#1", sk: "V" };
  for (const write of [replace({ ...key, ver: 1 }, 1, "changed"), removeExisting(key, "missing")]) {
    await expect(transact(database.table, [write])).rejects.toThrow("without a trace");
  }
});
