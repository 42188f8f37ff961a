import { afterAll, beforeAll, expect, test } from "vitest";
import { userByEmail } from "../../../shared/store/user-reader.ts";
import { userWriter } from "../../../shared/store/user-writer.ts";
import { startTable } from "../../support/dynamo/table.ts";

let database: Awaited<ReturnType<typeof startTable>>;
beforeAll(async () => {
  database = await startTable();
});
afterAll(() => database.close());

const email = "ann@example.org";
const idempotency = { digest: "a key", bodyHash: "a body" };

/** Invites while an invitation by another idempotency, or the same, comes in between. */
async function inviteMeanwhile(ofTwin: typeof idempotency | undefined) {
  const table = await database.fresh();
  const users = userWriter(table);
  const find = userByEmail(table);
  const twins: unknown[] = [];
  const findLate = async (wanted: string) => {
    if (twins.length === 0) twins.push(await users.invite(email, "curator", find, ofTwin));
    return find(wanted);
  };
  return { twin: twins, answer: await users.invite(email, "curator", findLate, idempotency) };
}

test("an invitation whose twin was quicker is answered as that, not as a conflict with it", async () => {
  const { twin, answer } = await inviteMeanwhile(idempotency);
  expect(twin).toEqual([{ id: expect.any(Number), replayed: false }]);
  expect(answer).toEqual({ ...Object(twin[0]), replayed: true });
});

test("an invitation that meets another one is a conflict", async () => {
  expect((await inviteMeanwhile(undefined)).answer).toBe("exists");
});
