import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { findPersonalData, forget, type Person } from "../../../functions/jobs/forget/forget.ts";
import { depsOf } from "../../../functions/jobs/forget/open-forget.ts";
import type { Annotation } from "../../../shared/domain/annotation/annotation.ts";
import { withVote } from "../../../shared/domain/annotation/vote.ts";
import { verifyIndex } from "../../../shared/index/check/check-index.ts";
import { annotationById, annotationIdsOf } from "../../../shared/store/annotation/reader.ts";
import { annotationWriter } from "../../../shared/store/annotation/writer.ts";
import { userByEmail } from "../../../shared/store/person/user-reader.ts";
import { userWriter } from "../../../shared/store/person/user-writer.ts";
import { referencesOf } from "../../../shared/store/references.ts";
import { openTable, type Table } from "../../../shared/table/table.ts";
import { runJob } from "../../shared/index/check/run-to-end.ts";
import { crashingClient } from "../../support/dynamo/crashing-client.ts";
import { dynamoMeter } from "../../support/dynamo/meter.ts";
import { readAll } from "../../support/dynamo/read-all.ts";
import { useTable } from "../../support/dynamo/use-table.ts";
import { plainAnnotation } from "../../support/plain-records.ts";
import { seededRandom } from "../../support/seeded-random.ts";

const database = useTable();

const person: Person = { email: "ann.lee@example.org", observers: ["A. Lee"] };
/** Every text that names the person in these tests. */
const texts = ["Ann.Lee@Example.org", "ann.lee@example.org", "Ann Lee", "A. Lee"];

async function invite(table: Table, email: string, displayName: string) {
  const users = userWriter(table);
  const find = userByEmail(table);
  await users.invite(email, "admin", find, undefined);
  const user = await find(email);
  if (user === undefined) throw new Error("The invitation failed");
  const named = await users.acceptInvitation(user, displayName);
  if (typeof named !== "object") throw new Error(named);
  return named;
}

async function annotate(table: Table, observer: string, author: number, voters: readonly number[]) {
  const fields: Omit<Annotation, "id" | "version"> = {
    ...{ videostream: 1, source: 1, startMs: 0, endMs: 1000, observation: { note: "drinking" } },
    ...{ observer, keypoints: undefined, boundingBox: undefined, createdMs: 0, changedMs: 0 },
    identifications: [{ species: 1, blank: false, voters }],
    ...plainAnnotation,
    author: { id: author, source: undefined },
  };
  const created = await annotationWriter(table).create(async () => fields, undefined);
  return typeof created === "object" ? created.id : 0;
}

/** Creates a table with the person, another admin, and annotations with votes by both. */
async function filledTable(rounds = 3) {
  const table = await database.fresh();
  const ben = await invite(table, "ben@example.org", "Ben");
  const ann = await invite(table, "Ann.Lee@Example.org", "Ann Lee");
  for (let i = 0; i < rounds; i++) {
    for (const observer of [...texts, "Ben"]) await annotate(table, observer, ann.id, [ann.id, ben.id]);
  }
  return { table, ann, ben };
}

const run = (table: Table, canContinue = () => true) =>
  forget(depsOf(table, async () => {}))(person, canContinue);

const annotationsOf = async (table: Table, count: number) =>
  Promise.all(Array.from({ length: count }, (_, i) => annotationById(table)(i + 1)));

/** Returns the items that still contain a text of the person, plain or percent-encoded. */
async function traces(table: Table): Promise<readonly string[]> {
  const items = (await readAll(table)).map((item) => JSON.stringify(item).toLowerCase());
  const wanted = texts.flatMap((text) => [text, encodeURIComponent(text)]).map((text) => text.toLowerCase());
  return items.filter((item) => wanted.some((text) => item.includes(text)));
}

async function expectForgotten(table: Table) {
  expect(await traces(table)).toEqual([]);
  expect((await runJob(verifyIndex, table)).found).toEqual([]);
}

test("forget() removes every trace of the person and keeps every annotation and vote", async () => {
  const { table, ann, ben } = await filledTable();
  const before = await annotationsOf(table, 15);
  expect((await traces(table)).length).toBeGreaterThan(15);
  expect(await run(table)).toEqual({ done: true, users: 1, annotations: 12 });
  await expectForgotten(table);
  const after = await annotationsOf(table, 15);
  expect(after).toEqual(
    before.map((annotation) =>
      annotation?.observer === "Ben" ? annotation : { ...annotation, observer: "deleted user", version: 2 },
    ),
  );
  expect(await annotationIdsOf(table)("ob", "deleted user")).toHaveLength(12);
  const { user } = await referencesOf(
    table,
    after.flatMap((each) => each ?? []),
    "identification",
  );
  expect(user(ann.id)).toEqual({ id: ann.id, display_name: "deleted user", role: "readonly" });
  expect(user(ben.id).display_name).toBe("Ben");
});

test("findPersonalData() finds the data that forget() would change, and changes nothing", async () => {
  const { table, ann } = await filledTable();
  const before = await readAll(table);
  const { user, annotations } = await findPersonalData(depsOf(table, async () => {}))(person);
  expect(user).toEqual(ann);
  expect([...annotations].map(([text, ids]) => [text, ids.length])).toEqual([
    ["ann.lee@example.org", 3],
    ["Ann.Lee@Example.org", 3],
    ["Ann Lee", 3],
    ["A. Lee", 3],
  ]);
  expect(await readAll(table)).toEqual(before);
});

test("forget() changes nothing in a second run", async () => {
  const { table } = await filledTable();
  await run(table);
  const before = await readAll(table);
  expect(await run(table)).toEqual({ done: true, users: 0, annotations: 0 });
  expect(await readAll(table)).toEqual(before);
});

test("forget() costs only its changes and reads no other annotations", async () => {
  const { table, ben } = await filledTable();
  for (let i = 0; i < 50; i++) await annotate(table, "Ben", ben.id, [ben.id]);
  const client = database.connect();
  const meter = dynamoMeter();
  meter.addTo(client);
  await run(openTable(table.name, client));
  // The writes are, for each of 12 annotations, 2 in the table, 2 for its history, 2 in its lane, 3 in its indexes and 2
  // segments. Then follow the texts for histories, the user, the claims of address and name, and the unused segments.
  expect(meter.wcu).toBeGreaterThanOrEqual(12 * 9);
  expect(meter.wcu).toBeLessThan(12 * 18 + 40);
  expect(meter.rcu).toBeLessThan(12 * 7 + 20);
  expect(meter.requests.get("Scan")).toBeUndefined();
});

test("forget() stops when time runs out, and continues in the next run", async () => {
  const { table } = await filledTable();
  let groups = 2;
  expect(await run(table, () => groups-- > 0)).toMatchObject({ done: false, users: 0 });
  expect((await userByEmail(table)(person.email))?.disabled).toBe(true);
  expect(await run(table)).toMatchObject({ done: true, users: 1 });
  await expectForgotten(table);
});

test("forget() completes the work of a killed run", { timeout: 120_000 }, async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { table } = await filledTable(1);
    const random = seededRandom(seed);
    for (let crashes = 0; crashes < 4; crashes++) {
      const { crashed, addTo } = crashingClient(random, 40);
      const client = database.connect();
      addTo(client);
      await Promise.race([run(openTable(table.name, client)), crashed]);
    }
    await run(table);
    await expectForgotten(table);
  }
});

test("forget() loses no concurrent change by other users", async () => {
  const { table, ben } = await filledTable();
  const { update } = annotationWriter(table);
  const vote = async (id: number) => {
    for (;;) {
      const before = await annotationById(table)(id);
      if (before === undefined) throw new Error("The annotation is lost");
      const updated = await update(before, withVote(before, { id: 2 }, ben.id));
      if (typeof updated === "object") return;
    }
  };
  const others = async () => {
    for (let id = 1; id <= 15; id++)
      await Promise.all([vote(id), annotate(table, "A. Lee", ben.id, [ben.id])]);
  };
  await Promise.all([run(table), others()]);
  await run(table);
  await expectForgotten(table);
  const voters = (await annotationsOf(table, 15)).map((each) =>
    each?.identifications.map((one) => one.voters.length),
  );
  expect(voters).toEqual(Array.from({ length: 15 }, () => [2, 1]));
  expect(await annotationIdsOf(table)("ob", "deleted user")).toHaveLength(12 + 15);
});

test("forget() waits until the user's running requests have ended", async () => {
  const { table, ann } = await filledTable(1);
  const requestsEnded = async () => {
    expect((await userByEmail(table)(person.email))?.disabled).toBe(true);
    await sleep(10);
    await annotate(table, ann.email, ann.id, [ann.id]);
  };
  await forget(depsOf(table, requestsEnded))(person, () => true);
  await expectForgotten(table);
});

test("forget() refuses to remove the last admin", async () => {
  const table = await database.fresh();
  await invite(table, person.email, "Ann Lee");
  const before = await readAll(table);
  await expect(run(table)).rejects.toThrow("This user is the last admin.");
  expect(await readAll(table)).toEqual(before);
});

describe("an invitation", () => {
  test("of a forgotten address creates another user, even if the old user is cached", async () => {
    const { table, ann } = await filledTable(1);
    const remembering = userByEmail(table);
    expect((await remembering(person.email))?.id).toBe(ann.id);
    await run(table);
    expect(await remembering(person.email)).toBeUndefined();
    await userWriter(table).invite(person.email, "annotator", remembering, undefined);
    expect(await remembering(person.email)).toMatchObject({
      email: person.email,
      displayName: "user 3",
      role: "annotator",
    });
    expect(await userByEmail(table)(person.email)).toMatchObject({ id: 3 });
  });
});
