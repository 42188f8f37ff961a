import { expect, test } from "vitest";
import { createUser } from "../../functions/create-user/create-user.ts";
import { deleteUser } from "../../functions/delete-user/delete-user.ts";
import { getMe } from "../../functions/get-me/get-me.ts";
import { updateMe } from "../../functions/update-me/update-me.ts";
import { updateUser } from "../../functions/update-user/update-user.ts";
import type { Annotation } from "../../shared/domain/annotation/annotation.ts";
import { observerOf } from "../../shared/domain/annotation/references.ts";
import { displayNameKey } from "../../shared/domain/person/display-name.ts";
import { annotationLookups } from "../../shared/store/annotation/lookups.ts";
import { listAnnotations } from "../../shared/store/annotation/reader.ts";
import { annotationWriter } from "../../shared/store/annotation/writer.ts";
import { userByEmail, userById } from "../../shared/store/person/user-reader.ts";
import { userWriter } from "../../shared/store/person/user-writer.ts";
import { referencesOf } from "../../shared/store/references.ts";
import type { Table } from "../../shared/table/table.ts";
import { readAll } from "../support/dynamo/read-all.ts";
import { useTable } from "../support/dynamo/use-table.ts";
import { plainAnnotation } from "../support/plain-records.ts";
import { below, oneOf, seededRandom } from "../support/seeded-random.ts";
import { personOf } from "./annotation-requests.ts";
import { type Client, outcomeOf, runClients } from "./run-clients.ts";
import { forSeeds, soak } from "./seeds.ts";
import { firstSurroundings } from "./surrounding-clients.ts";
import { tableProblems } from "./table-problems.ts";
import { recordsOf } from "./table-records.ts";

const database = useTable();

const people = Array.from({ length: 10 }, (_, i) => `person${i}@example.org`);
/** There are few names, so that people compete for them. Some are e-mail addresses or reserved for the service. */
const tokenNames = ["Ann", "ANN", "ann@example.org", "Bea", "user 3", "Ann 4", undefined];
const chosen = ["Ann", "ann", "Bea", "Cy", "user 3", "deleted user"];
const typed = ["Ann", "user 3", "person1@example.org", "deleted user", "#3", "=Ann"];

test(
  "enabled users have different names, and lists find annotations by the names that they show",
  soak,
  async () => {
    await forSeeds(async (seed) => {
      const table = await database.fresh();
      const { streams } = await firstSurroundings(table);
      await annotate(table, streams[0] ?? 0, seed);
      const options = { seed, clients: 12, operations: 200 };
      const run = await runClients(database, table, options, operate);
      expect(run.tooLarge).toEqual([]);
      // Ensures that some people who compete for names are enabled.
      for (const email of people.slice(0, 3)) await enable(table, email);
      const items = await readAll(table);
      expect(tableProblems(items)).toEqual([]);
      const { annotations, users } = recordsOf(items);
      const enabled = users.filter(({ disabled }) => !disabled);
      expect(enabled.length).toBeGreaterThan(1);
      const names = enabled.map(({ displayName }) => displayNameKey(displayName));
      expect(new Set(names).size, names.join(", ")).toBe(names.length);
      expect(names.join(" ")).not.toContain("@");
      expect(run.met.transactions).toBeGreaterThan(0);
      await expectLists(table, annotations);
      // A filter by e-mail address finds the user's annotations without a typed observer, and all annotations whose typed
      // observer is the address.
      for (const { id, email } of users) {
        const own = annotations.filter(
          ({ observer, author }) => (observer ?? author.id) === id || observer === email,
        );
        expect(await listed(table, email)).toEqual(own.map((each) => each.id));
      }
    });
  },
);

/** Creates annotations. Half of them have a typed observer. */
async function annotate(table: Table, videostream: number, seed: number): Promise<void> {
  const random = seededRandom(seed);
  const times = { startMs: 0, endMs: 1, createdMs: 0, changedMs: 0 };
  for (let n = 0; n < 60; n++) {
    const observer = random() < 0.5 ? undefined : oneOf(random, typed);
    const fields = {
      keypoints: undefined,
      boundingBox: undefined,
      observation: undefined,
      identifications: [],
      ...plainAnnotation,
    };
    const author = { id: 1 + below(random, people.length), source: undefined };
    const build = async () => ({ ...times, ...fields, videostream, source: 1, observer, author });
    expect(await annotationWriter(table).create(build, undefined)).toMatchObject({ replayed: false });
  }
}

/** Sends one random request about users. */
async function operate({ table, random, operation }: Client): Promise<void> {
  const users = userWriter(table);
  const deps = { users, findUser: userByEmail(table), findUserById: userById(table) };
  const email = oneOf(random, people);
  const draw = random();
  if (draw < 0.4) {
    const signIn = getMe({ ...deps, admission: { adminEmails: [], allowedDomains: ["example.org"] } });
    await outcomeOf(() => signIn({}, Promise.resolve({ email, name: oneOf(random, tokenNames) })));
  } else if (draw < 0.55) {
    await enable(table, email, operation);
  } else if (draw < 0.7) {
    const caller = Promise.resolve(personOf(1 + below(random, people.length)));
    const body = { display_name: oneOf(random, chosen) };
    await outcomeOf(() => updateMe(deps)({ body, ifMatch: undefined }, caller));
  } else if (draw < 0.85) {
    const body = { display_name: oneOf(random, chosen) };
    await outcomeOf(() => updateUser(deps)({ params: { email }, body, ifMatch: undefined }));
  } else {
    await outcomeOf<object>(() => deleteUser(deps)({ params: { email }, ifMatch: undefined }));
  }
}

/** Creates a user, or enables a deleted user again. */
async function enable(table: Table, email: string, digest = `enable ${email}`): Promise<void> {
  const deps = { users: userWriter(table), findUser: userByEmail(table), findUserById: userById(table) };
  const body = { email, role: "annotator" as const };
  await outcomeOf(() => createUser(deps)({ body, idempotency: { digest, bodyHash: "" } }));
}

/** Invariant 14 (docs/invariants.md): the filter `observer` finds exactly the annotations that show the text. */
async function expectLists(table: Table, annotations: readonly Annotation[]): Promise<void> {
  const references = await referencesOf(table, annotations, "identification");
  const byObserver = Map.groupBy(annotations, (each) => observerOf(each, references));
  // An annotation with this observer belongs to no user.
  byObserver.delete("unknown user");
  // All typed names are shown except the address, since a record with the address shows the name of its user.
  expect(byObserver.size).toBeGreaterThanOrEqual(typed.length - 1);
  for (const [observer, some] of byObserver) {
    if (!observer.includes("@"))
      expect(await listed(table, observer), observer).toEqual(some.map(({ id }) => id));
  }
}

async function listed(table: Table, observer: string): Promise<readonly number[]> {
  const list = listAnnotations(table, annotationLookups(table));
  const { rows, total } = await list({ observer, observation: [] }, { offset: 0, limit: 100 });
  expect(total).toBe(rows.length);
  return rows.map(({ id }) => id);
}
