import { afterAll, beforeAll, expect, test } from "vitest";
import { userByEmail } from "../../../shared/store/user-reader.ts";
import { userWriter } from "../../../shared/store/user-writer.ts";
import { startTable } from "../../support/table.ts";

let database: Awaited<ReturnType<typeof startTable>>;
beforeAll(async () => {
  database = await startTable();
});
afterAll(() => database.close());

const email = "ann@example.org";
const attempt = { digest: "a key", bodyHash: "a body" };

/** Invites while an invitation by another attempt, or the same, comes in between. */
async function inviteMeanwhile(ofTwin: typeof attempt | undefined) {
  const table = await database.fresh();
  const users = userWriter(table);
  const find = userByEmail(table);
  const twins: unknown[] = [];
  const findLate = async (wanted: string) => {
    if (twins.length === 0) twins.push(await users.invite(email, "curator", find, ofTwin));
    return find(wanted);
  };
  return { twin: twins, answer: await users.invite(email, "curator", findLate, attempt) };
}

test("an invitation whose twin was quicker is answered as that, not as a conflict with it", async () => {
  const { twin, answer } = await inviteMeanwhile(attempt);
  expect(twin).toEqual([{ id: expect.any(Number), replayed: false }]);
  expect(answer).toEqual({ ...Object(twin[0]), replayed: true });
});

test("an invitation that meets another one is a conflict", async () => {
  expect((await inviteMeanwhile(undefined)).answer).toBe("exists");
});
