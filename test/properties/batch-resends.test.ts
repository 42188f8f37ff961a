import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { annotationBatch, type BatchItem } from "../../functions/create-annotation-batch/annotation-batch.ts";
import { makeAnnotation } from "../../shared/domain/annotation/make-annotation.ts";
import { Fault } from "../../shared/domain/wire/fault.ts";
import { asFault } from "../../shared/http/problem.ts";
import { withTimeLeft } from "../../shared/runtime/retry.ts";
import { captureSourceWriter } from "../../shared/store/source/writer.ts";
import { videoStreamById } from "../../shared/store/stream/reader.ts";
import { videoStreamWriter } from "../../shared/store/stream/writer.ts";
import { openTable, type Table } from "../../shared/table/table.ts";
import { intercept } from "../support/dynamo/call.ts";
import { dynamoConflicts } from "../support/dynamo/conflicts.ts";
import { dynamoFaults } from "../support/dynamo/faults.ts";
import { readAll } from "../support/dynamo/read-all.ts";
import { useTable } from "../support/dynamo/use-table.ts";
import { plainSource, plainStream } from "../support/plain-records.ts";
import { below, seededRandom } from "../support/seeded-random.ts";
import { forSeeds, soak } from "./seeds.ts";
import { tableProblems } from "./table-problems.ts";
import { recordsOf } from "./table-records.ts";

const database = useTable();

test("a batch that is sent again to a slow, faulty store loses and duplicates nothing", soak, async () => {
  await forSeeds(async (seed) => {
    const plain = await tableWithStream();
    const random = seededRandom(seed);
    const client = database.connect();
    // Number of reads by key. Each sending of the batch has its own numbers, since its reads may still run during the
    // next sending.
    const readsOf = new AsyncLocalStorage<Map<string, number>>();
    intercept(client, "before serialising", ({ input }, send) => {
      const reads = readsOf.getStore();
      for (const key of keysRead(input)) reads?.set(key, (reads.get(key) ?? 0) + 1);
      return send();
    });
    dynamoFaults(seed, {
      throttled: 0.02,
      requestLost: 0.03,
      answerLost: 0.03,
      requestLostForGood: 0.05,
      answerLostForGood: 0.05,
    }).addTo(client);
    dynamoConflicts().addTo(client);
    intercept(client, "each attempt", async (_, send) => {
      await sleep(random() < 0.1 ? below(random, 400) : below(random, 20));
      return send();
    });
    const items = batchOf(plain, 20 + below(random, 180), `seed ${seed}`);
    const create = annotationBatch(openTable(plain.name, client));
    const ids: (number | undefined)[] = items.map(() => undefined);
    let made = new Set<string>();
    for (let sends = 1; ids.includes(undefined); sends++) {
      expect(sends, "sends").toBeLessThanOrEqual(100);
      const reads = new Map<string, number>();
      // The batch reserves 1 s of this time for the response.
      const outcomes = await readsOf.run(reads, () =>
        withTimeLeft(1000 + below(random, 800), () => create(items)),
      );
      for (const [i, outcome] of outcomes.entries()) {
        if (outcome instanceof Error) {
          expect(asFault(outcome)).toMatchObject({ code: "unavailable" });
          continue;
        }
        if (typeof outcome === "string") throw new Error(outcome);
        if (ids[i] !== undefined)
          expect(reads.get(keyOf(items[i])), "reads of an item that was created earlier").toBe(1);
        expect(outcome.id, "id of an item that was created earlier").toBe(ids[i] ?? outcome.id);
        ids[i] = outcome.id;
      }
      const now = new Set((await marksIn(plain)).map(({ mark }) => mark));
      expect(
        [...made].filter((mark) => !now.has(mark)),
        "items that have disappeared",
      ).toEqual([]);
      made = now;
    }
    const marks = await marksIn(plain);
    expect(marks.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
      [...ids].toSorted((a = 0, b = 0) => a - b),
    );
    expect(new Set(marks.map(({ mark }) => mark)).size).toBe(items.length);
    for (const { id, mark } of marks) expect(ids[Number(mark)]).toBe(id);
    expect(tableProblems(await readAll(plain))).toEqual([]);
  });
});

test("a batch creates as many records as the store has time for whenever it is sent, with at most 8 concurrent transactions", async () => {
  const plain = await tableWithStream();
  const client = database.connect();
  let inFlight = 0;
  let maxInFlight = 0;
  let left = 0;
  let hang = Promise.withResolvers<never>();
  intercept(client, "around retries", async ({ operation }, send) => {
    if (operation !== "TransactWriteItems") return send();
    maxInFlight = Math.max(maxInFlight, ++inFlight);
    try {
      return left-- > 0 ? await send() : await hang.promise;
    } finally {
      inFlight -= 1;
    }
  });
  const items = batchOf(plain, 64, "slow");
  const create = annotationBatch(openTable(plain.name, client));
  const made: number[] = [];
  for (let sends = 0; sends < 3; sends++) {
    // The store accepts 16 transactions, and then no longer responds.
    left = 16;
    const outcomes = await withTimeLeft(5000, () => create(items));
    made.push(outcomes.filter((outcome) => typeof outcome === "object" && "id" in outcome).length);
    const details = outcomes.flatMap((outcome) => (outcome instanceof Fault ? outcome.message : []));
    if (sends === 0)
      expect(new Set(details).size, "texts for items that were begun and for the other items").toBe(2);
    hang.promise.catch(() => {});
    hang.reject(new Error("The store has lost this request."));
    hang = Promise.withResolvers<never>();
  }
  // The first time, 64 items form 32 groups of two. Afterwards, the items that are left form groups of one.
  expect(made).toEqual([32, 48, 64]);
  expect(maxInFlight).toBe(8);
  expect((await marksIn(plain)).map(({ mark }) => mark).toSorted()).toEqual(
    items.map((_, i) => `${i}`).toSorted(),
  );
}, 60_000);

async function tableWithStream(): Promise<Table> {
  const table = await database.fresh();
  const source = {
    name: "a",
    location: "1,1",
    cameraHardware: "",
    ...plainSource,
    siteId: 7,
  };
  await captureSourceWriter(table).create(source, undefined);
  const stream = {
    source: 1,
    url: "https://example.org/a",
    startMs: 0,
    endMs: 1,
    ...plainStream,
  };
  await videoStreamWriter(table).create(async () => stream, undefined);
  return table;
}

/** Makes items whose mark is their position. They look up their stream like the items of a request. */
function batchOf(table: Table, size: number, name: string): readonly BatchItem[] {
  const author = { id: 1, source: undefined, email: "a@example.org" };
  return Array.from({ length: size }, (_, i) => ({
    idempotency: { digest: `${name} ${i}`, bodyHash: "" },
    build: async () => {
      const stream = await videoStreamById(table)(1);
      if (stream === undefined) throw new Error("The stream does not exist.");
      const observation = { mark: `${i}` };
      const fields = { videostreamId: 1, timespan: { start: 0, end: 1 }, observer: "a", observation };
      return makeAnnotation(
        { shape: "observation", fields },
        { stream, timeZone: undefined, author, votes: [], nowMs: 0 },
      );
    },
  }));
}

async function marksIn(table: Table): Promise<readonly { id: number; mark: string }[]> {
  const { annotations } = recordsOf(await readAll(table));
  return annotations.map(({ id, observation }) => ({ id, mark: observation?.["mark"] ?? "" }));
}

function keyOf(item: BatchItem | undefined): string {
  return `I#${item?.idempotency?.digest}`;
}

/** The partition keys that a GetItem or a BatchGetItem of a document client reads. */
function keysRead(input: object): readonly string[] {
  const { Key, RequestItems = {} } = input as {
    Key?: { pk: string };
    RequestItems?: Record<string, { Keys?: { pk: string }[] }>;
  };
  const inBatches = Object.values(RequestItems).flatMap(({ Keys = [] }) => Keys);
  return [...(Key ? [Key] : []), ...inBatches].map(({ pk }) => pk);
}
