import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { circle } from "../../../shared/domain/place/sphere.ts";
import type { PageRequest } from "../../../shared/domain/wire/page.ts";
import { reindex, verifyIndex } from "../../../shared/index/check/check-index.ts";
import type { CheckState } from "../../../shared/index/check/check-state.ts";
import { annotationCounts } from "../../../shared/store/annotation/counts.ts";
import type { AnnotationFilters } from "../../../shared/store/annotation/filters.ts";
import { annotationLookups } from "../../../shared/store/annotation/lookups.ts";
import { annotationById, listAnnotations } from "../../../shared/store/annotation/reader.ts";
import { completeRecords } from "../../../shared/store/complete-records.ts";
import { listedTypes } from "../../../shared/store/listed-types.ts";
import { sourcesWithin } from "../../../shared/store/place/places.ts";
import { captureSourceById, listCaptureSources } from "../../../shared/store/source/reader.ts";
import { captureSourceWriter } from "../../../shared/store/source/writer.ts";
import { listSpecies, speciesById } from "../../../shared/store/species/reader.ts";
import { ownerOfScientificName, speciesWriter } from "../../../shared/store/species/writer.ts";
import type { Table } from "../../../shared/table/table.ts";
import { recordsOf } from "../../properties/table-records.ts";
import { readAll } from "../../support/dynamo/read-all.ts";
import { startTable, type TestTable } from "../../support/dynamo/table.ts";
import { plainSpecies } from "../../support/plain-records.ts";
import { loadOldTable } from "../../support/upgrade/old-table.ts";

let database: TestTable;
let table: Table;
beforeAll(async () => {
  database = await startTable();
});
afterAll(() => database.close());
beforeEach(async () => {
  table = await database.fresh();
  await loadOldTable(table);
});

const page: PageRequest = { offset: 0, limit: 100 };
const speciesIds = async (filters: Parameters<ReturnType<typeof listSpecies>>[0]) =>
  (await listSpecies(table)(filters, page)).rows.map(({ id }) => id);

const belgium = { centre: { latitude: 51.3, longitude: 5.2 }, km: 60 };
const box = { south: -36, west: 138, north: -35, east: 139 };
const annotationIds = async (filters: Partial<AnnotationFilters>) =>
  (await listAnnotations(table, annotationLookups(table))({ observation: [], ...filters }, page)).rows.map(
    ({ id }) => id,
  );
/** The counts of the index, whatever the number of annotations. */
const countSpecies = async () => {
  const { cells } = await annotationCounts(
    table,
    annotationLookups(table),
    0,
  )({ observation: [] }, ["species"]);
  if ("tooMany" in cells) throw new Error("There are too many species");
  return new Map(cells.map(({ values, count }) => [values[0], count]));
};
const identified = async () => {
  const { annotations } = recordsOf(await readAll(table));
  const species = annotations.flatMap(({ identifications }) => identifications.map((each) => each.species));
  return new Map([...Map.groupBy(species, (id) => id)].map(([id, same]) => [id, same.length]));
};

/** Runs `reindex` in calls of one step each, as if it was stopped after every step. */
async function upgrade(): Promise<void> {
  const run = reindex({ table, types: listedTypes, completion: completeRecords(table), report: () => {} });
  let state: CheckState | undefined;
  for (;;) {
    const progress = await run({ state, timeLeftMs: 0 });
    if (progress.done) return;
    state = JSON.parse(JSON.stringify(progress.state));
  }
}

test("before reindex, filters that are not complete say so, and all others work", async () => {
  await expect(speciesIds({ prefix: "vul" })).rejects.toMatchObject({ code: "unavailable" });
  await expect(speciesIds({ kind: "animal" })).rejects.toThrow("npm run reindex");
  await expect(listCaptureSources(table)({ prefix: "a" }, page)).rejects.toMatchObject({
    code: "unavailable",
  });
  await expect(annotationIds({ near: belgium })).rejects.toMatchObject({ code: "unavailable" });
  await expect(annotationIds({ bbox: box })).rejects.toThrow("The filters `near` and `bbox` do not work yet");
  await expect(countSpecies()).rejects.toThrow(
    "and counts by `observer`, `review` and `species` do not work yet: an operator must run `npm run reindex`",
  );
  expect(await speciesIds({})).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(await speciesIds({ name: "vulpes vulpes" })).toEqual([2, 5, 6]);
  // Version 0.1.0 stored the author's address, where records now show the author's name.
  await expect(annotationIds({ observer: "Ben Okafor" })).rejects.toMatchObject({ code: "unavailable" });
  expect(await annotationIds({ species: [4, 3] })).toEqual([3, 4]);
  expect((await annotationById(table)(7))?.method).toBe("machine");
});

test("after reindex, every filter finds the records of both versions", async () => {
  await upgrade();
  expect(await speciesIds({ prefix: "vul" })).toEqual([2, 5, 6]);
  expect(await speciesIds({ prefix: "toed sn" })).toEqual([7]);
  expect(await speciesIds({ kind: "animal" })).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(await speciesIds({ kind: "blank" })).toEqual([8]);
  const all = (await listCaptureSources(table)({}, page)).rows;
  for (const { id, name } of all) {
    const found = await listCaptureSources(table)({ prefix: name.slice(0, 5) }, page);
    expect(found.rows.map((row) => row.id)).toContain(id);
  }
  expect(await annotationIds({ near: belgium })).toEqual([1, 2, 4, 5, 6, 7]);
  expect(await annotationIds({ bbox: box })).toEqual([3]);
  expect(await annotationIds({ observer: "Ben Okafor" })).toEqual([1, 3]);
  expect(await countSpecies()).toEqual(await identified());
  const report = (fault: object) => expect(fault).toBeUndefined();
  expect((await verifyIndex({ table, types: listedTypes, report })({ timeLeftMs: 10_000 })).done).toBe(true);
});

test("no species of version 0.1.0 has a lineage, so a taxon finds all species that have it at once", async () => {
  const otter = await speciesById(table)(1);
  if (otter === undefined) throw new Error("Species 1 is missing");
  expect(await annotationIds({ taxon: "Carnivora" })).toEqual([]);
  await speciesWriter(table).update(otter, { ...otter, lineage: ["Mammalia", "Carnivora"] });
  expect(await annotationIds({ taxon: "carnivora" })).toEqual([1, 2, 5]);
});

test("a source that is moved, made or deleted around reindex is where it is in the end", async () => {
  const { create, update, delete: remove } = captureSourceWriter(table);
  const third = await captureSourceById(table)(3);
  if (third === undefined) throw new Error("Source 3 is missing");
  await update(third, { ...third, location: "0,180" });
  const made = await create({ ...third, siteId: undefined, location: "0,-179.9" }, undefined);
  const id = typeof made === "object" ? made.id : 0;
  const moves = async () => {
    for (const location of ["1,180", "2,180", "0.5,180"]) {
      const source = await captureSourceById(table)(3);
      if (source) await update(source, { ...source, location });
    }
    const source = await captureSourceById(table)(id);
    if (source) await remove(source);
  };
  await Promise.all([upgrade(), moves()]);
  const find = sourcesWithin(table);
  const around = { latitude: 0.5, longitude: -180 };
  expect(await find([circle(around, 1)])).toEqual([3]);
  expect(await find([() => true])).toEqual([1, 2, 3]);
});

test("of species with one scientific name, the first one owns it, and the others can still change", async () => {
  await upgrade();
  expect(await ownerOfScientificName(table)("Vulpes vulpes")).toBe(2);
  const { update, delete: remove } = speciesWriter(table);
  const second = await speciesById(table)(5);
  if (second === undefined) throw new Error("Species 5 is missing");
  expect(second.ownsName).toBe(false);
  const renamed = await update(second, { ...second, scientificName: "Vulpes zerda" });
  expect(renamed).toMatchObject({ ownsName: true });
  expect(await ownerOfScientificName(table)("vulpes zerda")).toBe(5);
  const third = await speciesById(table)(6);
  expect(third && (await remove(third))).toBe("deleted");
  expect(await speciesIds({ prefix: "vul" })).toEqual([2, 5]);
  expect(await ownerOfScientificName(table)("Vulpes vulpes")).toBe(2);
});

test("a species that is renamed between upgrade and reindex is found by all its words", async () => {
  const { update } = speciesWriter(table);
  const otter = await speciesById(table)(1);
  if (otter === undefined) throw new Error("Species 1 is missing");
  await update(otter, { ...otter, scientificName: "Lutra vulgaris" });
  await upgrade();
  for (const prefix of ["eurasian", "otter", "lutra v", "vulg"])
    expect(await speciesIds({ prefix })).toContain(1);
});

test("reindex while a species changes completes it once, and a second run changes nothing", async () => {
  const { update } = speciesWriter(table);
  const change = async () => {
    for (let n = 0; n < 20; n++) {
      const species = await speciesById(table)(7);
      if (species) await update(species, { ...species, commonName: `Eagle ${n}` });
    }
  };
  await Promise.all([upgrade(), change()]);
  expect(await speciesIds({ prefix: "eagle" })).toEqual([7]);
  expect(await speciesIds({ prefix: "snake" })).toEqual([]);
  const version = async () => (await speciesById(table)(7))?.version;
  const before = await version();
  await upgrade();
  expect(await version()).toBe(before);
});

test("runs of reindex at the same time make one blank species, and later runs none", async () => {
  await Promise.all(Array.from({ length: 6 }, upgrade));
  await upgrade();
  expect((await listSpecies(table)({ kind: "blank" }, page)).rows).toMatchObject([
    { commonName: "Nothing there", scientificName: "blank" },
  ]);
  expect((await listSpecies(table)({}, page)).total).toBe(8);
});

test("reindex makes no blank species beside one that a curator made", async () => {
  const species = { ...plainSpecies, commonName: "Empty", scientificName: "empty" };
  await speciesWriter(table).create({ ...species, kind: "blank" }, undefined);
  await upgrade();
  expect(await speciesIds({ kind: "blank" })).toEqual([8]);
  expect((await listSpecies(table)({}, page)).total).toBe(8);
});

test("reindex leaves a species named blank as it is", async () => {
  const named = { ...plainSpecies, commonName: "Blank", scientificName: "Blank" };
  await speciesWriter(table).create(named, undefined);
  await upgrade();
  expect(await speciesIds({ kind: "blank" })).toEqual([]);
  expect((await listSpecies(table)({}, page)).total).toBe(8);
});
