import { afterAll, beforeAll, expect, test } from "vitest";
import type { Annotation } from "../../../shared/domain/annotation.ts";
import { invalid } from "../../../shared/domain/fault.ts";
import { annotationBatch } from "../../../shared/store/annotation-batch.ts";
import { annotationWriter } from "../../../shared/store/annotation-writer.ts";
import { startTable } from "../../support/dynamo/table.ts";

let database: Awaited<ReturnType<typeof startTable>>;
beforeAll(async () => {
  database = await startTable();
});
afterAll(() => database.close());

const fields: Omit<Annotation, "id" | "version"> = {
  ...{ videostream: 1, source: 1, startMs: 0, endMs: 1000, observer: "x", observation: { note: "y" } },
  ...{ keypoints: undefined, boundingBox: undefined, identifications: [], createdMs: 0, changedMs: 0 },
  author: { id: 1, source: undefined },
};
const idempotency = { digest: "a key", bodyHash: "a body" };

test.each([
  ["replays the annotation", "its duplicate", idempotency, { id: expect.any(Number), replayed: true }],
  ["returns the fault", "another item", undefined, expect.objectContaining({ code: "invalid-request" })],
])("%s when building an item fails after %s was created", async (_, _other, otherIdempotency, outcome) => {
  const table = await database.fresh();
  const build = async () => {
    await annotationWriter(table).create(async () => fields, otherIdempotency);
    throw invalid("/body/timespan/end", "Must lie within the stream");
  };
  expect(await annotationBatch(table)([{ build, idempotency }])).toEqual([outcome]);
});
