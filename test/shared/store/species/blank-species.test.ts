import { beforeEach, expect, test } from "vitest";
import { getMe } from "../../../../functions/get-me/get-me.ts";
import { Fault } from "../../../../shared/domain/wire/fault.ts";
import { userByEmail } from "../../../../shared/store/person/user-reader.ts";
import { userWriter } from "../../../../shared/store/person/user-writer.ts";
import { listSpecies } from "../../../../shared/store/species/reader.ts";
import { openTable, type Table } from "../../../../shared/table/table.ts";
import { tableProblems } from "../../../properties/table-problems.ts";
import { dynamoFaults } from "../../../support/dynamo/faults.ts";
import { readAll } from "../../../support/dynamo/read-all.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";

const database = useTable();
let table: Table;
beforeEach(async () => {
  table = await database.fresh();
});

const everyAdmin = (number: number) => Array.from({ length: number }, (_, i) => `admin${i}@example.org`);

/** Signs a person in. The people in `adminEmails` become admins. */
async function signIn(email: string, of: Table = table, adminEmails: readonly string[] = everyAdmin(9)) {
  const signingIn = getMe({
    findUser: userByEmail(of),
    users: userWriter(of),
    admission: { adminEmails, allowedDomains: ["example.org"] },
  });
  return (await signingIn({}, { email, name: undefined })).body;
}

async function expectOneBlank(): Promise<void> {
  const page = { offset: 0, limit: 100 };
  const blanks = await listSpecies(table)({ kind: "blank" }, page);
  expect(blanks).toMatchObject({
    rows: [{ commonName: "Nothing there", scientificName: "blank" }],
    total: 1,
  });
  expect((await listSpecies(table)({ prefix: "noth" }, page)).total).toBe(1);
  expect(tableProblems(await readAll(table))).toEqual([]);
}

test("the first admin's sign-in creates the blank species with id 1, and later sign-ins create no other", async () => {
  await signIn("reader@example.org");
  expect((await listSpecies(table)({}, { offset: 0, limit: 100 })).total).toBe(0);
  expect((await signIn("admin0@example.org")).role).toBe("admin");
  await signIn("admin1@example.org");
  await expectOneBlank();
  expect((await listSpecies(table)({}, { offset: 0, limit: 100 })).rows.map(({ id }) => id)).toEqual([1]);
});

test("the blank species is also created when a user becomes the first admin later", async () => {
  expect((await signIn("admin0@example.org", table, [])).role).toBe("readonly");
  expect((await signIn("admin0@example.org")).role).toBe("admin");
  await expectOneBlank();
});

test("concurrent sign-ins of first admins create one blank species", async () => {
  const users = await Promise.all(everyAdmin(9).map((email) => signIn(email)));
  expect(users.map(({ role }) => role)).toEqual(everyAdmin(9).map(() => "admin"));
  await expectOneBlank();
});

test.each([1, 2, 3, 4])(
  "first sign-ins that fail at any point write everything or nothing (seed %i)",
  async (seed) => {
    const faults = dynamoFaults(seed, { requestLostForGood: 0.25, answerLostForGood: 0.25 });
    const client = database.connect();
    faults.addTo(client);
    const faulty = openTable(table.name, client);
    for (let tries = 0; tries < 12; tries++) {
      await Promise.all(
        everyAdmin(3).map((email) =>
          signIn(email, faulty).catch((error) => {
            if (!(error instanceof Fault) && error.code !== "ECONNRESET") throw error;
          }),
        ),
      );
      expect(tableProblems(await readAll(table))).toEqual([]);
    }
    await signIn("admin0@example.org");
    await expectOneBlank();
  },
);
