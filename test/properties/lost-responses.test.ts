import { expect, test } from "vitest";
import { annotationBatch } from "../../functions/create-annotation-batch/annotation-batch.ts";
import { makeAnnotation } from "../../shared/domain/annotation/make-annotation.ts";
import { listIds } from "../../shared/index/list-index.ts";
import { siteKeys } from "../../shared/store/person/site-keys.ts";
import { captureSourceById } from "../../shared/store/source/reader.ts";
import { captureSourceWriter } from "../../shared/store/source/writer.ts";
import { speciesById } from "../../shared/store/species/reader.ts";
import { speciesWriter } from "../../shared/store/species/writer.ts";
import { videoStreamById } from "../../shared/store/stream/reader.ts";
import { videoStreamWriter } from "../../shared/store/stream/writer.ts";
import { keys } from "../../shared/table/schema.ts";
import { openTable, type Table } from "../../shared/table/table.ts";
import { putAll } from "../support/dynamo/bulk.ts";
import { intercept } from "../support/dynamo/call.ts";
import { cancelled } from "../support/dynamo/conflicts.ts";
import { useTable } from "../support/dynamo/use-table.ts";
import { plainSource, plainSpecies, plainStream } from "../support/plain-records.ts";

const database = useTable();

/** Errors of the SDK's retry after the response to the first attempt was lost. */
const retryErrors = {
  "a transaction conflict": (items: number) => cancelled(Array(items).fill("TransactionConflict")),
  throttling: (items: number) => cancelled(Array(items).fill("ThrottlingError")),
};

/** Writes that would be refused if they were repeated: one of each kind, by its expected result. */
const writes: Record<string, (table: Table) => Promise<unknown>> = {
  async updated(table) {
    const stream = await found(videoStreamById(table)(1));
    return videoStreamWriter(table).update(stream, { ...stream, url: "https://example.org/b" });
  },
  async deleted(table) {
    return videoStreamWriter(table).delete(await found(videoStreamById(table)(1)));
  },
  async moved(table) {
    const source = await found(captureSourceById(table)(1));
    const moved = { ...source, siteId: 8 };
    const updated = await captureSourceWriter(table).update(source, moved);
    return typeof updated === "string" ? updated : "moved";
  },
  async removed(table) {
    const removed = await speciesWriter(table).delete(await found(speciesById(table)(1)));
    return removed === "deleted" ? "removed" : removed;
  },
  revoked: (table) => siteKeys(table).revoke(1, 1),
};

test.each(
  Object.keys(writes).flatMap((done) =>
    Object.entries(retryErrors).map(([failure, error]) => ({ done, failure, error })),
  ),
)(
  "a write reports '$done' if its response is lost and the retry fails with $failure",
  async ({ done, error }) => {
    const plain = await database.fresh();
    await fill(plain);
    const client = database.connect();
    let attempts = 0;
    intercept(client, "each attempt", async ({ operation, input }, send) => {
      if (operation !== "TransactWriteItems" || ++attempts > 2) return send();
      if (attempts === 2) throw error(input.TransactItems?.length ?? 0);
      await send();
      throw connectionReset();
    });
    expect(await writes[done]?.(openTable(plain.name, client))).toBe(done);
    expect(attempts).toBe(3);
  },
);

test("the annotations of a batch are stored once even if the store's responses are lost", async () => {
  const plain = await database.fresh();
  await fill(plain);
  const client = database.connect();
  let lost = 0;
  intercept(client, "around retries", async ({ operation }, send) => {
    const output = await send();
    if (operation === "TransactWriteItems" && ++lost <= 3) throw connectionReset();
    return output;
  });
  const item = { build: () => annotation(plain, { a: "b" }), idempotency: undefined };
  const outcomes = await annotationBatch(openTable(plain.name, client))([item, item, item]);
  expect(outcomes).toEqual(Array(3).fill(expect.any(Error)));
  const { total } = await listIds(plain, "annotation", [], { offset: 0, limit: 10 });
  expect(total).toBe(3);
});

test("the ids of a batch can cross the end of a superblock", async () => {
  const table = await database.fresh();
  await fill(table);
  await putAll(table, [{ ...keys.counter("A"), ...{ n: 131_072 - 200 } }]);
  const pairs = Array.from({ length: 20 }, (_, i) => [`key ${i}`, "value"]);
  const item = { build: () => annotation(table, Object.fromEntries(pairs)), idempotency: undefined };
  const outcomes = await annotationBatch(table)(Array(400).fill(item));
  expect(outcomes.filter((each) => each instanceof Error)).toEqual([]);
});

async function annotation(table: Table, observation: Record<string, string>) {
  const author = { id: 1, source: undefined, email: "a@example.org" };
  const stream = await found(videoStreamById(table)(1));
  const fields = { videostreamId: 1, timespan: { start: 0, end: 1 }, observer: "a", observation };
  return makeAnnotation(
    { shape: "observation", fields },
    { stream, timeZone: undefined, author, votes: [], nowMs: 0 },
  );
}

function connectionReset(): Error {
  return Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
}

async function fill(table: Table): Promise<void> {
  const source = {
    name: "a",
    location: "1,1",
    cameraHardware: "",
    ...plainSource,
    siteId: 7,
  };
  await captureSourceWriter(table).create(source, undefined);
  await siteKeys(table).create(1, Uint8Array.of(1), 0, undefined);
  const stream = {
    source: 1,
    url: "https://example.org/a",
    startMs: 0,
    endMs: 1,
    ...plainStream,
  };
  await videoStreamWriter(table).create(async () => stream, undefined);
  const species = {
    commonName: "a",
    scientificName: "b",
    ...plainSpecies,
    externalTaxonId: 9,
  };
  await speciesWriter(table).create(species, undefined);
}

async function found<T>(record: Promise<T | undefined>): Promise<T> {
  const existing = await record;
  if (existing === undefined) throw new Error("The record does not exist.");
  return existing;
}
