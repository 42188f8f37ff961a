import { expect, test } from "vitest";
import { annotationBatch } from "../../../functions/create-annotation-batch/annotation-batch.ts";
import type { Annotation } from "../../../shared/domain/annotation/annotation.ts";
import { invalid } from "../../../shared/domain/wire/fault.ts";
import { annotationWriter } from "../../../shared/store/annotation/writer.ts";
import { openTable } from "../../../shared/table/table.ts";
import { intercept } from "../../support/dynamo/call.ts";
import { dynamoMeter } from "../../support/dynamo/meter.ts";
import { useTable } from "../../support/dynamo/use-table.ts";
import { plainAnnotation } from "../../support/plain-records.ts";

const database = useTable();

const fields: Omit<Annotation, "id" | "version"> = {
  ...{ videostream: 1, source: 1, startMs: 0, endMs: 1000, observer: "x", observation: { note: "y" } },
  ...{ keypoints: undefined, boundingBox: undefined, identifications: [], createdMs: 0, changedMs: 0 },
  ...plainAnnotation,
  author: { id: 1, source: undefined },
};
const idempotency = { digest: "a key", bodyHash: "a body" };

test.each([
  ["is the replayed annotation", "its duplicate", idempotency, { id: expect.any(Number), replayed: true }],
  ["is the fault", "another item", undefined, expect.objectContaining({ code: "invalid-request" })],
])(
  "the result %s if building an item fails after %s was created",
  async (_, _other, otherIdempotency, outcome) => {
    const table = await database.fresh();
    const build = async () => {
      await annotationWriter(table).create(async () => fields, otherIdempotency);
      throw invalid("/timespan/end", "Must lie within the stream");
    };
    expect(await annotationBatch(table)([{ build, idempotency }])).toEqual([outcome]);
  },
);

const keyed = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    build: async () => fields,
    idempotency: { digest: `key ${i}`, bodyHash: "a body" },
  }));

test("a repeated batch reads a hundred items in each request and writes nothing", async () => {
  const plain = await database.fresh();
  const first = await annotationBatch(plain)(keyed(500));
  const client = database.connect();
  const meter = dynamoMeter();
  meter.addTo(client);
  const again = await annotationBatch(openTable(plain.name, client))(keyed(500));
  expect(again).toEqual(first.map((each) => ({ ...Object(each), replayed: true })));
  expect(Object.fromEntries(meter.requests)).toEqual({ BatchGetItem: 5 });
  expect([meter.rcu, meter.wcu]).toEqual([500, 0]);
});

test("a batch writes the rest of a group in one transaction if a copy of some items has just been created", async () => {
  const plain = await database.fresh();
  const client = database.connect();
  const copy = Promise.withResolvers<void>();
  let transactions = 0;
  intercept(client, "around retries", async ({ operation }, send) => {
    if (operation !== "TransactWriteItems") return send();
    if (transactions++ === 0) {
      await annotationBatch(plain)(keyed(32));
      copy.resolve();
    }
    await copy.promise;
    return send();
  });
  const outcomes = await annotationBatch(openTable(plain.name, client))(keyed(96));
  expect(outcomes.map((each) => Object(each).replayed)).toEqual(Array.from({ length: 96 }, (_, i) => i < 32));
  // Each of 32 groups is refused once and then written without the item that the copy has created.
  expect(transactions).toBe(64);
});

test("a batch returns the other results if the read of some items fails", async () => {
  const plain = await database.fresh();
  const client = database.connect();
  let reads = 0;
  intercept(client, "around retries", ({ operation }, send) => {
    if (operation === "BatchGetItem" && ++reads === 2) throw new Error("The read fails.");
    return send();
  });
  const outcomes = await annotationBatch(openTable(plain.name, client))(keyed(150));
  expect(outcomes.map((each) => each instanceof Error)).toEqual(
    Array.from({ length: 150 }, (_, i) => i >= 100),
  );
});
