import { afterAll, beforeAll, expect, test } from "vitest";
import { nameKey } from "../../shared/domain/name-key.ts";
import type { AnnotationFilters } from "../../shared/store/annotation-filters.ts";
import { listAnnotations } from "../../shared/store/annotation-reader.ts";
import { captureSourcesAt } from "../../shared/store/capture-source-reader.ts";
import { speciesNamed } from "../../shared/store/species-names.ts";
import { usersCalled } from "../../shared/store/user-reader.ts";
import type { Table } from "../../shared/table/table.ts";
import { readAll } from "../support/dynamo/read-all.ts";
import { startTable, type TestTable } from "../support/dynamo/table.ts";
import { oneOf, type Random, seededRandom } from "../support/seeded-random.ts";
import { type KnownAnnotations, noAnnotations, operateAnnotations } from "./annotation-clients.ts";
import { author } from "./annotation-requests.ts";
import { markIn, observers } from "./random-annotations.ts";
import { runClients } from "./run-clients.ts";
import { forSeeds, soak } from "./seeds.ts";
import { firstSurroundings, moveSource, names, operateSurroundings, places } from "./surrounding-clients.ts";
import { tableProblems } from "./table-problems.ts";
import { recordsOf, type TableRecords } from "./table-records.ts";
import { voteProblems, votesOf } from "./vote-log.ts";

let database: TestTable;
beforeAll(async () => {
  database = await startTable();
});
afterAll(() => database.close());

test("annotations match the responses to callers, despite faults and conflicts", soak, async () => {
  let deletions = 0;
  await forSeeds(async (seed) => {
    const table = await database.fresh();
    const [known, surroundings] = [noAnnotations(), await firstSurroundings(table)];
    const options = { seed, clients: 16, operations: 320 };
    const run = await runClients(database, table, options, (client) =>
      client.random() < 0.8
        ? operateAnnotations(client, known, surroundings)
        : operateSurroundings(client, surroundings),
    );
    expect(run.tooLarge).toEqual([]);
    const items = await readAll(table);
    expect(tableProblems(items)).toEqual([]);
    const records = recordsOf(items);
    expectKnown(known, records);
    expect(known.votes.entries.length).toBeGreaterThan(0);
    expect(voteProblems(known.votes, records.annotations)).toEqual([]);
    const deleted = new Set(items.flatMap(({ pk, dead }) => (dead === true ? [pk] : [])));
    expect(deleted).toEqual(
      new Set([
        ...[...surroundings.deletedStreams].map((id) => `V#${id}`),
        ...[...surroundings.deletedSpecies].map((id) => `S#${id}`),
      ]),
    );
    const random = seededRandom(seed);
    for (let list = 0; list < 20; list++) await expectList(table, records, randomFilters(random, records));
    await expectMoves(table, records, random);
    expect(run.met.transactions).toBeGreaterThan(0);
    deletions += surroundings.deletedSpecies.size + surroundings.deletedStreams.size;
  });
  // A single run may have no deletion.
  expect(deletions).toBeGreaterThan(0);
});

/** Expects each annotation that was created and not deleted exactly once, with the votes of its author. */
function expectKnown(known: KnownAnnotations, { annotations }: TableRecords): void {
  expect(known.markOf.size, "an id was given twice").toBe(known.ids.length);
  const certain = annotations.filter((each) => !known.uncertain.has(markIn(each)));
  const remaining = known.ids.filter((id) => !known.deleted.has(id));
  expect(certain.map((each) => `${each.id}: ${markIn(each)}`)).toEqual(
    remaining.toSorted((a, b) => a - b).map((id) => `${id}: ${known.markOf.get(id)}`),
  );
  const marks = annotations.map(markIn);
  expect(
    marks.filter((mark, i) => marks.indexOf(mark) !== i),
    "created twice",
  ).toEqual([]);
  for (const each of annotations) {
    const votes = known.authorsVotes.get(each.id);
    if (votes) expect(votesOf(each, author.id)).toEqual(votes);
  }
}

/** Invariant 3 (docs/invariants.md): pages and total equal those of a brute-force search. */
async function expectList(table: Table, records: TableRecords, filters: AnnotationFilters): Promise<void> {
  const list = listAnnotations(table, {
    usersCalled: usersCalled(table),
    speciesNamed: speciesNamed(table),
    sourcesAt: captureSourcesAt(table),
  });
  const passing = passingOf(records, filters);
  for (let offset = 0; offset <= passing.length; offset += 40) {
    const page = await list(filters, { offset, limit: 40 });
    expect(page, `${JSON.stringify(filters)} from ${offset}`).toEqual({
      rows: passing.slice(offset, offset + 40),
      total: passing.length,
    });
  }
}

/** Invariant 10 (docs/invariants.md): moving a source moves its annotations from one location filter to another. */
async function expectMoves(table: Table, records: TableRecords, random: Random): Promise<void> {
  let { sources } = records;
  for (const { id } of records.sources) {
    const location = oneOf(random, places);
    await moveSource(table, id, location);
    sources = sources.map((source) => (source.id === id ? { ...source, location } : source));
    for (const place of places) {
      await expectList(table, { ...records, sources }, { location: place, observation: [] });
    }
  }
}

function passingOf({ annotations, sources, species }: TableRecords, filters: AnnotationFilters) {
  const key = filters.name === undefined ? undefined : nameKey(filters.name);
  const namesOf = ({ commonName, scientificName }: (typeof species)[number]) =>
    [commonName, scientificName].map(nameKey);
  const named = key === undefined ? [] : species.filter((each) => namesOf(each).includes(key));
  const ids = named.map(({ id }) => id);
  const allNames = [key, ...named.flatMap(namesOf)];
  const here = sources.filter(({ location }) => location === filters.location).map(({ id }) => id);
  return annotations.filter(
    ({ videostream, source, observer, identifications, observation = {} }) =>
      (filters.videostream === undefined || videostream === filters.videostream) &&
      (filters.capturesource === undefined || source === filters.capturesource) &&
      (filters.location === undefined || here.includes(source)) &&
      (filters.observer === undefined || observer === filters.observer) &&
      filters.observation.every(([name, value]) =>
        value === "*" ? observation[name] !== undefined : observation[name] === value.replace("\\*", "*"),
      ) &&
      (key === undefined ||
        identifications.some((each) => ids.includes(each.species)) ||
        ["species", "common_name", "scientific_name"].some(
          (name) => observation[name] !== undefined && allNames.includes(nameKey(observation[name])),
        )),
  );
}

function randomFilters(random: Random, { streams, sources }: TableRecords): AnnotationFilters {
  const pairs = [
    ["behaviour", "*"],
    ["behaviour", "\\*"],
    ["behaviour", "a=b"],
    ["species", oneOf(random, names)],
  ] as const;
  const maybe = <T>(value: T) => (random() < 0.3 ? value : undefined);
  return {
    name: maybe(oneOf(random, names)),
    videostream: maybe(oneOf(random, streams).id),
    capturesource: maybe(oneOf(random, sources).id),
    location: maybe(oneOf(random, places)),
    observer: maybe(oneOf(random, observers)),
    observation: maybe([oneOf(random, pairs)]) ?? [],
  };
}
