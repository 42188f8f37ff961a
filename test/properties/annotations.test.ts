import { afterAll, beforeAll, expect, test } from "vitest";
import { placeOf } from "../../shared/domain/location.ts";
import { nameKey } from "../../shared/domain/name-key.ts";
import type { Corners, Place } from "../../shared/domain/sphere.ts";
import type { AnnotationFilters } from "../../shared/store/annotation-filters.ts";
import { annotationLookups } from "../../shared/store/annotation-lookups.ts";
import { listAnnotations } from "../../shared/store/annotation-reader.ts";
import { completedWrites } from "../../shared/store/completed.ts";
import type { Table } from "../../shared/table/table.ts";
import { transact } from "../../shared/table/transaction.ts";
import { readAll } from "../support/dynamo/read-all.ts";
import { startTable, type TestTable } from "../support/dynamo/table.ts";
import { below, oneOf, type Random, seededRandom } from "../support/seeded-random.ts";
import { type KnownAnnotations, noAnnotations, operateAnnotations } from "./annotation-clients.ts";
import { author } from "./annotation-requests.ts";
import { markIn, observers } from "./random-annotations.ts";
import { runClients } from "./run-clients.ts";
import { forSeeds, soak } from "./seeds.ts";
import {
  firstSurroundings,
  moveSource,
  names,
  operateSurroundings,
  places,
  taxa,
} from "./surrounding-clients.ts";
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
    await transact(table, completedWrites());
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
  const list = listAnnotations(table, annotationLookups(table));
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
  const { name, species: ids, taxon, near, bbox } = filters;
  const key = name === undefined ? undefined : nameKey(name);
  const namesOf = ({ commonName, scientificName }: (typeof species)[number]) =>
    [commonName, scientificName].map(nameKey);
  const any = species.map((each) => ({ ...each, names: namesOf(each) }));
  /** Whether an annotation is identified as one of some species, or observed under a name of theirs. */
  const isOf =
    (some: typeof any, otherNames: readonly string[] = []) =>
    ({ identifications, observation = {} }: (typeof annotations)[number]) =>
      identifications.some((each) => some.some(({ id }) => id === each.species)) ||
      ["species", "common_name", "scientific_name"].some((field) => {
        const noted = observation[field] === undefined ? undefined : nameKey(observation[field]);
        return noted !== undefined && [...otherNames, ...some.flatMap(({ names }) => names)].includes(noted);
      });
  const isInArea = ({ source }: (typeof annotations)[number]) => {
    const [latitude = 0, longitude = 0] =
      sources
        .find(({ id }) => id === source)
        ?.location.split(",")
        .map(Number) ?? [];
    const isNear = near === undefined || isAbout(near.centre, { latitude, longitude }, near.km);
    return isNear && (bbox === undefined || isWithin(bbox, { latitude, longitude }));
  };
  const here = sources.filter(({ location }) => location === filters.location).map(({ id }) => id);
  const checks = [
    ...(key === undefined
      ? []
      : [
          isOf(
            any.filter(({ names }) => names.includes(key)),
            [key],
          ),
        ]),
    ...(ids === undefined ? [] : [isOf(any.filter(({ id }) => ids.includes(id)))]),
    ...(taxon === undefined ? [] : [isOf(any.filter(({ lineage = [] }) => lineage.includes(taxon)))]),
    isInArea,
  ];
  return annotations.filter((annotation) => {
    const { videostream, source, observer, observation = {} } = annotation;
    return (
      checks.every((passes) => passes(annotation)) &&
      (filters.videostream === undefined || filters.videostream.includes(videostream)) &&
      (filters.capturesource === undefined || source === filters.capturesource) &&
      (filters.location === undefined || here.includes(source)) &&
      (filters.observer === undefined || observer === filters.observer) &&
      filters.observation.every(([field, value]) =>
        value === "*" ? observation[field] !== undefined : observation[field] === value.replace("\\*", "*"),
      )
    );
  });
}

/** Distances on a plane, for places on both sides of the date line near the equator. */
function isAbout(one: Place, other: Place, km: number): boolean {
  const east = Math.abs(one.longitude - other.longitude);
  return 111.195 * Math.hypot(one.latitude - other.latitude, Math.min(east, 360 - east)) <= km;
}

function isWithin({ south, west, north, east }: Corners, { latitude, longitude }: Place): boolean {
  const turns = [longitude - 360, longitude, longitude + 360];
  const end = east < west ? east + 360 : east;
  return latitude >= south && latitude <= north && turns.some((each) => each >= west && each <= end);
}

const boxes: readonly Corners[] = [
  { south: -1, west: 179, north: 1, east: -179 },
  { south: 0, west: -180, north: 2, east: 1 },
  { south: 0.5, west: 0.5, north: 2, east: 180 },
];

function randomFilters(random: Random, { streams, sources, species }: TableRecords): AnnotationFilters {
  const pairs = [
    ["behaviour", "*"],
    ["behaviour", "\\*"],
    ["behaviour", "a=b"],
    ["species", oneOf(random, names)],
  ] as const;
  const maybe = <T>(value: T) => (random() < 0.2 ? value : undefined);
  return {
    name: maybe(oneOf(random, names)),
    species: maybe([oneOf(random, species).id, below(random, 20) + 1]),
    taxon: maybe(oneOf(random, taxa)),
    near: maybe({ centre: placeOf(oneOf(random, places)), km: oneOf(random, [0, 80, 160, 400]) }),
    bbox: maybe(oneOf(random, boxes)),
    videostream: maybe([oneOf(random, streams).id, oneOf(random, streams).id]),
    capturesource: maybe(oneOf(random, sources).id),
    location: maybe(oneOf(random, places)),
    observer: maybe(oneOf(random, observers)),
    observation: maybe([oneOf(random, pairs)]) ?? [],
  };
}
