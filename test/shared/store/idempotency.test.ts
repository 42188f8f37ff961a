import { afterAll, beforeAll, expect, test } from "vitest";
import { Fault, invalid } from "../../../shared/domain/fault.ts";
import { makeOnce } from "../../../shared/store/idempotency.ts";
import { transact } from "../../../shared/store/transaction.ts";
import { startTable } from "../../support/table.ts";

let database: Awaited<ReturnType<typeof startTable>>;
beforeAll(async () => {
  database = await startTable();
});
afterAll(() => database.close());

const attempt = { digest: "a key", bodyHash: "a body" };

/** What a request is answered that goes on to `end` once its twin, of the same or another attempt, has made 7. */
async function afterTwin(end: () => string, ofTwin: typeof attempt | undefined) {
  const table = await database.fresh();
  return makeOnce(table, attempt, async () => {
    await makeOnce(table, ofTwin, async (remember) => {
      if (ofTwin) await transact(table, remember(7));
      return 7;
    });
    return end();
  });
}

const refused = () => "stream-gone";
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
  expect(await afterTwin(end, attempt)).toEqual({ id: 7, replayed: true });
});

test("what comes of others stays what it is", async () => {
  expect(await afterTwin(refused, undefined)).toBe("stream-gone");
  await expect(afterTwin(thrown, undefined)).rejects.toBeInstanceOf(Fault);
  await expect(afterTwin(broken, attempt)).rejects.toThrow("a broken disk");
});
