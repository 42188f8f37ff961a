import { expect, test } from "vitest";
import { Fault, invalid } from "../../../shared/domain/wire/fault.ts";
import { createOnce } from "../../../shared/table/idempotency.ts";
import { transact } from "../../../shared/table/transaction.ts";
import { useTable } from "../../support/dynamo/use-table.ts";

const database = useTable();

const idempotency = { digest: "a key", bodyHash: "a body" };

/**
 * Returns the result of a request that ends with `end`. Before that, another request, with the same key or without a
 * key, creates record 7.
 */
async function afterOther(end: () => string, otherIdempotency: typeof idempotency | undefined) {
  const table = await database.fresh();
  return createOnce(table, idempotency, async () => {
    await createOnce(table, otherIdempotency, async (remember) => {
      const remembered = await remember(7);
      if ("id" in remembered) return remembered;
      if (otherIdempotency) await transact(table, remembered);
      return 7;
    });
    return end();
  });
}

const refused = () => "stream-deleted";
const thrown = () => {
  throw invalid("/timespan/end", "Must lie within the stream");
};
const broken = () => {
  throw new Error("a broken disk");
};

test.each([
  ["a refusal", refused],
  ["a fault", thrown],
])(
  "createOnce() ignores %s that a duplicate request caused, and replays the duplicate's result",
  async (_, end) => {
    expect(await afterOther(end, idempotency)).toEqual({ id: 7, replayed: true });
  },
);

test("createOnce() passes on a refusal or fault that no duplicate caused, and every unexpected error", async () => {
  expect(await afterOther(refused, undefined)).toBe("stream-deleted");
  await expect(afterOther(thrown, undefined)).rejects.toBeInstanceOf(Fault);
  await expect(afterOther(broken, idempotency)).rejects.toThrow("a broken disk");
});
