import { beforeEach, expect, test } from "vitest";
import { getHistory } from "../../../functions/get-history/get-history.ts";
import type { User } from "../../../shared/domain/person/user.ts";
import { reindex, verifyIndex } from "../../../shared/index/check/check-index.ts";
import type { CheckState } from "../../../shared/index/check/check-state.ts";
import { bucketNumber } from "../../../shared/index/list-index.ts";
import { annotationLookups } from "../../../shared/store/annotation/lookups.ts";
import { listAnnotations } from "../../../shared/store/annotation/reader.ts";
import { annotationWriter } from "../../../shared/store/annotation/writer.ts";
import { completeRecords } from "../../../shared/store/complete-records.ts";
import { historyBegan } from "../../../shared/store/history/began.ts";
import { ExportItem } from "../../../shared/store/job/export-item.ts";
import { ImportItem } from "../../../shared/store/job/import-item.ts";
import { listedTypes } from "../../../shared/store/listed-types.ts";
import { SiteKeyItem } from "../../../shared/store/person/site-key-item.ts";
import { userSummaries } from "../../../shared/store/references.ts";
import { UploadItem } from "../../../shared/store/upload/item.ts";
import { keys } from "../../../shared/table/schema.ts";
import type { Item, Table } from "../../../shared/table/table.ts";
import { recordsOf } from "../../properties/table-records.ts";
import { readAll } from "../../support/dynamo/read-all.ts";
import { useTable } from "../../support/dynamo/use-table.ts";
import { loadKeptTable } from "../../support/upgrade/kept-table.ts";

const database = useTable();
let table: Table;
beforeEach(async () => {
  table = await database.fresh();
  await loadKeptTable(table);
});

/** All items, in the order of keys. */
const itemsByKey = async () => (await readAll(table)).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
const keyOf = ({ pk, sk }: Item) => `${pk}\t${sk}`;

/** Runs `reindex` in calls of one step each, as if it were stopped after every step. */
async function upgrade(): Promise<void> {
  const run = reindex({ table, types: listedTypes, completion: completeRecords(table), report: () => {} });
  let state: CheckState | undefined;
  for (;;) {
    const progress = await run({ state, timeLeftMs: 0 });
    if (progress.done) return;
    state = JSON.parse(JSON.stringify(progress.state));
  }
}

/** The faults that `verify-index` finds. */
async function faults(): Promise<readonly object[]> {
  const found: object[] = [];
  const report = (fault: object) => void found.push(fault);
  expect((await verifyIndex({ table, types: listedTypes, report })({ timeLeftMs: 20_000 })).done).toBe(true);
  return found;
}

test("every record of a table of version 0.2.0 can be read", async () => {
  const items = await readAll(table);
  const count = (sk: string) => items.filter((item) => item["sk"] === sk).length;
  const { annotations, sources, media, species, streams, users } = recordsOf(items);
  const read = [annotations, sources, media, species, streams, users].map(({ length }) => length);
  expect(read).toEqual([count("A"), count("C"), count("M"), count("S"), count("V"), count("U")]);
  expect(Math.min(...read)).toBeGreaterThan(0);
  for (const [sk, schema] of [
    ["EXPORT", ExportItem],
    ["IMPORT", ImportItem],
    ["F", UploadItem],
    ["K", SiteKeyItem],
  ] as const) {
    expect(count(sk)).toBeGreaterThan(0);
    for (const item of items) if (item["sk"] === sk) expect(schema.safeParse(item).error).toBeUndefined();
  }
});

test("the largest labels of a table of version 0.2.0 are as large as the limits allow", async () => {
  const { annotations } = recordsOf(await readAll(table));
  const largest = annotations.find(({ observation }) => Object.keys(observation ?? {}).length === 20);
  expect(largest?.keypoints).toHaveLength(58);
  expect(largest?.identifications).toHaveLength(10);
  expect(largest?.identifications.flatMap(({ voters }) => voters)).toHaveLength(20);
  expect(Math.max(...annotations.map(({ keypoints = [] }) => keypoints.length))).toBe(1000);
});

test("the index of a table of version 0.2.0 is correct, and lists find every label", async () => {
  expect(await faults()).toEqual([]);
  const { annotations } = recordsOf(await readAll(table));
  const list = listAnnotations(table, annotationLookups(table));
  const byTime = annotations.toSorted((a, b) => (a.moment?.ms ?? 0) - (b.moment?.ms ?? 0) || a.id - b.id);
  const listed = async (order: "id" | "start_time") =>
    (await list({ observation: [] }, { offset: 0, limit: 100, order })).rows.map(({ id }) => id);
  expect(await listed("id")).toEqual(annotations.map(({ id }) => id));
  expect(await listed("start_time")).toEqual(byTime.map(({ id }) => id));
});

test("reindex only lists the duration buckets of streams in a table of version 0.2.0, and begins its histories", async () => {
  const before = await itemsByKey();
  const { streams } = recordsOf(before);
  await upgrade();
  const isListed = ({ pk }: Item) => pk === "E#videostream";
  const isBegan = ({ pk }: Item) => pk === "DONE#history";
  const all = await itemsByKey();
  expect(all.filter(isBegan)).toMatchObject([{ ms: expect.any(Number) }]);
  const after = all.filter((item) => !isBegan(item));
  expect(after.filter((item) => !isListed(item))).toEqual(before);
  const listed = [...new Set([0, ...streams.map(bucketNumber)])].toSorted((a, b) => a - b);
  expect(after.filter(isListed)).toEqual(listed.map((value) => keys.listedValue("videostream", value)));
});

test("the history of a label of version 0.2.0 begins with the upgrade, and says so", async () => {
  const [label] = recordsOf(await readAll(table)).annotations;
  if (label === undefined) throw new Error("The table has no label");
  const admin: User = {
    id: 1,
    email: "",
    displayName: "",
    role: "admin",
    disabled: false,
    invited: false,
    version: 1,
  };
  const read = async () => {
    const usersById = (ids: readonly number[]) => userSummaries(table, ids);
    const deps = { table, historyBegan: historyBegan(table), usersById };
    const params = { type: "annotations", id: label.id } as const;
    return (await getHistory(deps)({ params, query: { limit: 20 } }, admin)).body;
  };
  await expect(read()).rejects.toMatchObject({ code: "unavailable" });
  await upgrade();
  const before = await historyBegan(table)();
  await upgrade();
  expect(await historyBegan(table)()).toBe(before);
  const creation = { version: 1, change: "created", fields: [] };
  const recorded_since = new Date(before ?? 0).toISOString();
  expect(await read()).toMatchObject({ results: [creation], next: null, recorded_since });
  await annotationWriter(table).update(label, { ...label, endMs: label.endMs + 1 });
  const change = { version: label.version + 1, change: "updated", fields: [{ field: "end" }] };
  expect(await read()).toMatchObject({ results: [change, creation], recorded_since });
});

test("reindex restores the look-ups of names and places from the records alone", async () => {
  const isLookUp = (pk: unknown) => /^[LNP]#/.test(String(pk));
  const lookUps = async () =>
    (await itemsByKey()).filter(({ pk }) => isLookUp(pk)).map(({ ver, ...item }) => item);
  const before = await lookUps();
  table = await database.fresh();
  await loadKeptTable(table, (pk) => !isLookUp(pk));
  expect(await lookUps()).toEqual([]);
  await upgrade();
  expect(await lookUps()).toEqual(before);
});

test("every label of a table of version 0.2.0 can be changed and deleted, and the index stays correct", async () => {
  const { update, delete: remove } = annotationWriter(table);
  const labels = async () => recordsOf(await readAll(table)).annotations;
  for (const label of await labels()) {
    expect(await update(label, { ...label, observation: { behaviour: "changed" } })).toBeTypeOf("object");
  }
  expect(await faults()).toEqual([]);
  for (const label of await labels()) expect(await remove(label)).toBe("deleted");
  expect(await labels()).toEqual([]);
  expect(await faults()).toEqual([]);
});
