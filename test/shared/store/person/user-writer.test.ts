import { expect, test } from "vitest";
import { userByEmail } from "../../../../shared/store/person/user-reader.ts";
import { userWriter } from "../../../../shared/store/person/user-writer.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";

const database = useTable();

const email = "ann@example.org";
const idempotency = { digest: "a key", bodyHash: "a body" };

/** Invites a user. Another invitation, with the same idempotency key or without a key, succeeds first. */
async function inviteConcurrently(firstIdempotency: typeof idempotency | undefined) {
  const table = await database.fresh();
  const users = userWriter(table);
  const find = userByEmail(table);
  const first: unknown[] = [];
  const findLate = async (address: string) => {
    if (first.length === 0) first.push(await users.invite(email, "curator", find, firstIdempotency));
    return find(address);
  };
  return { first, second: await users.invite(email, "curator", findLate, idempotency) };
}

test("an invitation is replayed if its concurrent duplicate was first", async () => {
  const { first, second } = await inviteConcurrently(idempotency);
  expect(first).toEqual([{ id: expect.any(Number), replayed: false }]);
  expect(second).toEqual({ ...Object(first[0]), replayed: true });
});

test("an invitation reports a conflict if another concurrent invitation was first", async () => {
  expect((await inviteConcurrently(undefined)).second).toBe("exists");
});
