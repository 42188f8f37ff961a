import type { Actor } from "../../shared/domain/person/actor.ts";
import { includesRole } from "../../shared/domain/person/role.ts";
import type { User, UserSummary } from "../../shared/domain/person/user.ts";
import { Fault, notFound } from "../../shared/domain/wire/fault.ts";
import type { Eventual } from "../../shared/runtime/admission.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import {
  type Creation,
  creationTraceOf,
  deleterOf,
  findRecord,
  type Version,
  versionsOf,
} from "../../shared/store/history/read-history.ts";
import type { Table } from "../../shared/table/table.ts";
import { type VersionView, viewHistory, viewVersion } from "../../shared/views/history/history.ts";
import type { contract } from "./contract.ts";
import { changedFields } from "./fields.ts";
import { isMoved, recordTypes } from "./record-types.ts";

type Deps = {
  readonly table: Table;
  readonly historyBegan: () => Promise<number | undefined>;
  readonly usersById: (ids: readonly number[]) => Promise<(id: number) => UserSummary>;
};
type Input = InputOf<typeof contract, "params" | "query">;

/** Maximum size of a page as JSON: a track of 1,000 boxes takes 90 KB before and after each change. */
const maxCharacters = 1_500_000;

/** Returns the versions of a record, the latest first. */
export function getHistory({ table, historyBegan, usersById }: Deps) {
  return async ({ params: { type, id }, query }: Input, calling: Eventual<User>) => {
    const { kind, least, keyOf, creationOf, keptOf, open } = recordTypes[type];
    const caller = await calling;
    if (!includesRole(caller.role, least)) {
      throw new Fault("forbidden", `The history of a record of this type needs the role ${least}.`);
    }
    const [record, beganMs] = await Promise.all([findRecord(table, keyOf(id)), historyBegan()]);
    if (record === undefined) throw notFound(kind, id);
    const creation = creationOf(record) ?? (await creationTraceOf(table, keyOf(id)));
    const deleter = deleterOf(record);
    if (deleter && !mayReadDeleted(caller, deleter, creation)) throw notFound(kind, id);
    if (beganMs === undefined) throw notCompleted();

    const versions = versionsOf(table, record, keptOf(record));
    const read = await readPage(withCreation(versions, creation), query);
    const states = read.versions.flatMap(({ before, after }) => [before ?? [], after ?? []].flat());
    const [fieldsOf, user] = await Promise.all([
      open(table, [...new Set(states)]),
      usersById(read.versions.flatMap(({ by }) => ("user" in by ? by.user : []))),
    ]);
    const results: VersionView[] = [];
    let characters = 0;
    for (const version of read.versions) {
      const { before, after } = version;
      const fields = before && after ? changedFields(fieldsOf(before), fieldsOf(after)) : [];
      characters += JSON.stringify(fields).length;
      if (results.length > 0 && characters > maxCharacters) break;
      results.push(viewVersion({ ...version, change: changeOf(version), fields }, user));
    }
    const isLast = read.isLast && results.length === read.versions.length;
    const isComplete = creation !== undefined && creation.atMs >= beganMs;
    const body = viewHistory(
      results,
      isLast ? undefined : results.at(-1)?.version,
      isComplete ? undefined : beganMs,
    );
    return { status: 200, body } as const;
  };
}

async function* withCreation(
  versions: AsyncIterable<Version>,
  creation: Creation | undefined,
): AsyncGenerator<Version> {
  yield* versions;
  if (creation) yield { ...creation, version: 1, before: undefined, after: undefined };
}

/** Reads at most `limit` versions before the version `before`, and whether they are the last ones. */
async function readPage(
  all: AsyncIterable<Version>,
  { limit, before = Number.POSITIVE_INFINITY }: Input["query"],
): Promise<{ readonly versions: readonly Version[]; readonly isLast: boolean }> {
  const versions: Version[] = [];
  for await (const version of all) {
    if (version.version >= before) continue;
    if (versions.length === limit) return { versions, isLast: false };
    versions.push(version);
  }
  return { versions, isLast: true };
}

function changeOf(version: Version): VersionView["change"] {
  const { before, after } = version;
  if (before === undefined) return "created";
  if (after === undefined) return "deleted";
  return isMoved(version) ? "moved" : "updated";
}

function mayReadDeleted({ id, role }: User, deleter: Actor, creation: Creation | undefined): boolean {
  const isCaller = (actor: Actor | undefined) => actor !== undefined && "user" in actor && actor.user === id;
  return includesRole(role, "curator") || isCaller(deleter) || isCaller(creation?.by);
}

function notCompleted(): Fault {
  return new Fault(
    "unavailable",
    "There are no histories yet: an operator must run `npm run reindex` after the upgrade.",
  );
}
