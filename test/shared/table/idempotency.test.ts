import { afterAll, beforeAll, expect, test } from "vitest";
import { Fault, invalid } from "../../../shared/domain/fault.ts";
import { createOnce } from "../../../shared/table/idempotency.ts";
import { transact } from "../../../shared/table/transaction.ts";
import { startTable } from "../../support/dynamo/table.ts";

let database: Awaited<ReturnType<typeof startTable>>;
beforeAll(async () => {
  database = await startTable();
});
afterAll(() => database.close());

const idempotency = { digest: "a key", bodyHash: "a body" };

/** What a request is answered that goes on to `end` once its twin, of the same or another idempotency, has made 7. */
async function afterTwin(end: () => string, ofTwin: typeof idempotency | undefined) {
  const table = await database.fresh();
  return createOnce(table, idempotency, async () => {
    await createOnce(table, ofTwin, async (remember) => {
      const remembered = await remember(7);
      if ("id" in remembered) return remembered;
      if (ofTwin) await transact(table, remembered);
      return 7;
    });
    return end();
  });
}

const refused = () => "stream-deleted";
const thrown = () => {
  throw invalid("/body/timespan/end", "Must lie within the stream");
};
const broken = () => {
  throw new Error("a broken disk");
};

test.each([
  ["a refusal", refused],
  ["a fault", thrown],
])("%s that comes of its own twin is none", async (_, end) => {
  expect(await afterTwin(end, idempotency)).toEqual({ id: 7, replayed: true });
});

test("what comes of others stays what it is", async () => {
  expect(await afterTwin(refused, undefined)).toBe("stream-deleted");
  await expect(afterTwin(thrown, undefined)).rejects.toBeInstanceOf(Fault);
  await expect(afterTwin(broken, idempotency)).rejects.toThrow("a broken disk");
});
