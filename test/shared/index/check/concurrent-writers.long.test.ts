import { beforeAll, expect, test } from "vitest";
import { reindex, verifyIndex } from "../../../../shared/index/check/check-index.ts";
import { userById } from "../../../../shared/store/person/user-reader.ts";
import { userWriter } from "../../../../shared/store/person/user-writer.ts";
import { captureSourceById } from "../../../../shared/store/source/reader.ts";
import { captureSourceWriter } from "../../../../shared/store/source/writer.ts";
import { videoStreamById } from "../../../../shared/store/stream/reader.ts";
import { videoStreamWriter } from "../../../../shared/store/stream/writer.ts";
import { retryChanged } from "../../../../shared/table/retry-changed.ts";
import { type Key, openTable, type Table } from "../../../../shared/table/table.ts";
import { putAll } from "../../../support/dynamo/bulk.ts";
import { intercept } from "../../../support/dynamo/call.ts";
import { dynamoConflicts } from "../../../support/dynamo/conflicts.ts";
import { readAll } from "../../../support/dynamo/read-all.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";
import { below, oneOf, type Random, seededRandom } from "../../../support/seeded-random.ts";
import { damaged, indexFaults, isSegment } from "./damage.ts";
import { runJob, tableOf } from "./run-to-end.ts";
import { randomSource, randomStream, sampleItems } from "./sample-records.ts";

const database = useTable();
let sample: readonly Key[];
beforeAll(async () => {
  sample = await sampleItems(await database.fresh(), seededRandom(1));
});

test("reindex repairs every fault and causes none while clients write", async () => {
  const random = seededRandom(1);
  // Clients cannot write to an unreadable segment.
  const readable = damaged(sample, random, 0.3).filter((item) => !isSegment(item) || item.bits[0] !== 9);
  const conflicts = dynamoConflicts();
  const connect = ({ name }: Table) => {
    const client = database.connect();
    conflicts.addTo(client);
    return openTable(name, client);
  };
  const table = await tableOf(database, readable);
  let isFinished = false;
  let writes = 0;
  const write = async (client: number) => {
    const own = connect(table);
    for (const draw = seededRandom(client); !isFinished; writes++) await operate(own, draw);
  };
  const writers = Promise.all(Array.from({ length: 8 }, (_, client) => write(client)));
  const repaired = await runJob(reindex, connect(table)).finally(() => {
    isFinished = true;
  });
  await writers;
  expect(repaired.counts.segments).toBeGreaterThan(50);
  expect(writes).toBeGreaterThan(50);
  expect(conflicts.met.transactions).toBeGreaterThan(0);
  expect(indexFaults(await readAll(table))).toEqual([]);
  expect((await runJob(verifyIndex, table)).found).toEqual([]);
});

test("verify-index finds exactly the faults while clients write", async () => {
  const partition = /^X#species|^X#annotation#ob=ann/;
  const table = await tableOf(
    database,
    sample.filter(({ pk }) => !partition.test(pk)),
    20,
  );
  const expected = indexFaults(await readAll(table));
  let isFinished = false;
  const writers = Array.from({ length: 4 }, async (_, client) => {
    for (const draw = seededRandom(client); !isFinished; ) await operate(table, draw);
  });
  const { found, counts } = await runJob(verifyIndex, table).finally(() => {
    isFinished = true;
  });
  await Promise.all(writers);
  expect(found).toEqual(expected);
  expect(counts.suspicious).toBeGreaterThan(0);
});

test("reindex keeps the bit of a term that a record gets just before the repair", async () => {
  const table = await database.fresh();
  const { register, update } = userWriter(table);
  const user = await register("ann@example.org", "annotator", undefined);
  if (user === "changed-meanwhile") throw new Error("exists");
  const listed = (await readAll(table)).filter((item) => isSegment(item as Key)) as Key[];
  const disabled = await update(user, { disabled: true });
  if (typeof disabled === "string") throw new Error(disabled);
  await putAll(table, listed);

  const client = database.connect();
  let puts = 0;
  intercept(client, "around retries", async (call, send) => {
    // The user has three terms, so there are up to three repairs.
    if (call.operation === "PutItem" && ++puts === 1) await update(disabled, { disabled: false });
    return send();
  });
  await runJob(reindex, openTable(table.name, client));
  expect(puts).toBeGreaterThan(0);
  expect(indexFaults(await readAll(table))).toEqual([]);
});

/** Runs one random operation of a client on sources, streams or users. */
async function operate(table: Table, random: Random): Promise<void> {
  const streams = videoStreamWriter(table);
  const id = 1 + below(random, 60);
  await oneOf(random, [
    () => streams.create(async () => randomStream(random, id), undefined),
    () =>
      retryChanged(async () => {
        const stream = await videoStreamById(table)(id);
        return stream && streams.update(stream, { ...stream, startMs: randomStream(random, id).startMs });
      }),
    () =>
      retryChanged(async () => {
        const stream = await videoStreamById(table)(id);
        return stream && streams.delete(stream);
      }),
    () =>
      retryChanged(async () => {
        const source = await captureSourceById(table)(1 + (id % 12));
        const { name, location } = randomSource(random, id);
        return source && captureSourceWriter(table).update(source, { ...source, name, location });
      }),
    () =>
      retryChanged(async () => {
        const user = await userById(table)(1 + (id % 12));
        return user && userWriter(table).update(user, { disabled: !user.disabled });
      }),
  ])();
}
