import { expect, test } from "vitest";
import type { Annotation } from "../../shared/domain/annotation/annotation.ts";
import { reviewOf } from "../../shared/domain/annotation/review.ts";
import { placeOf } from "../../shared/domain/place/location.ts";
import type { Corners, Place } from "../../shared/domain/place/sphere.ts";
import { nameKey } from "../../shared/domain/species/name-key.ts";
import { dayMs } from "../../shared/domain/time/local-days.ts";
import { verifyIndex } from "../../shared/index/check/check-index.ts";
import type { AnnotationFilters } from "../../shared/store/annotation/filters.ts";
import { annotationLookups } from "../../shared/store/annotation/lookups.ts";
import { listAnnotations } from "../../shared/store/annotation/reader.ts";
import type { Table } from "../../shared/table/table.ts";
import { runJob } from "../shared/index/check/run-to-end.ts";
import { runCleanUp } from "../support/clean-up/run-clean-up.ts";
import { readAll } from "../support/dynamo/read-all.ts";
import { useTable } from "../support/dynamo/use-table.ts";
import { below, oneOf, type Random, seededRandom } from "../support/seeded-random.ts";
import { type KnownAnnotations, noAnnotations, operateAnnotations } from "./annotation-clients.ts";
import { author } from "./annotation-requests.ts";
import { clockAt } from "./corrected-lists.ts";
import { noObjects } from "./corrected-world.ts";
import { markIn, observers } from "./random-annotations.ts";
import { runClients } from "./run-clients.ts";
import { forSeeds, soak } from "./seeds.ts";
import {
  firstSurroundings,
  moveSource,
  names,
  operateSurroundings,
  places,
  starts,
  taxa,
} from "./surrounding-clients.ts";
import { tableProblems } from "./table-problems.ts";
import { recordsOf, type TableRecords } from "./table-records.ts";
import { timeProblems } from "./time-problems.ts";
import { voteProblems, votesOf } from "./vote-log.ts";

const database = useTable();

/** A run takes long, since it also carries corrections over to many annotations. */
const timing = { timeout: 3 * soak.timeout };

test("annotations match the responses to callers, despite faults and conflicts", timing, async () => {
  let [deletions, corrections] = [0, 0];
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
    // The tasks of corrected time zones are only completed when all requests have ended.
    const { failures } = await runCleanUp(table, noObjects, { nowMs: () => Date.now() + 3 * 60_000 });
    expect(failures).toEqual([]);
    const items = await readAll(table);
    expect(tableProblems(items)).toEqual([]);
    expect(await timeProblems(table, items)).toEqual([]);
    expect((await runJob(verifyIndex, table)).found).toEqual([]);
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
    for (let list = 0; list < 24; list++) {
      const order = list % 2 === 0 ? undefined : "-start_time";
      await expectList(table, records, randomFilters(random, records), order);
    }
    await expectMoves(table, records, random);
    expect(run.met.transactions).toBeGreaterThan(0);
    corrections += surroundings.corrections;
    deletions += surroundings.deletedSpecies.size + surroundings.deletedStreams.size;
  });
  expect(deletions).toBeGreaterThan(0);
  expect(corrections).toBeGreaterThan(0);
});

/** Expects the table to have each annotation that was created and not deleted once, with its author's votes. */
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
    "annotations that were created twice",
  ).toEqual([]);
  for (const each of annotations) {
    const votes = known.authorsVotes.get(each.id);
    if (votes) expect(votesOf(each, author.id)).toEqual(votes);
  }
}

/** Invariant 3 (docs/invariants.md): pages and total equal those of a brute-force search. */
async function expectList(
  table: Table,
  records: TableRecords,
  filters: AnnotationFilters,
  order?: "-start_time",
): Promise<void> {
  const list = listAnnotations(table, annotationLookups(table));
  const passing = passingOf(records, filters);
  const sorted = order === undefined ? passing : passing.toSorted(latestFirst);
  for (let offset = 0; offset <= passing.length; offset += 40) {
    const page = await list(filters, { offset, limit: 40, order });
    expect(page, `${JSON.stringify(filters)} from ${offset} by ${order}`).toEqual({
      rows: sorted.slice(offset, offset + 40),
      total: passing.length,
    });
  }
}

function latestFirst(a: Annotation, b: Annotation): number {
  return (b.moment?.ms ?? 0) - (a.moment?.ms ?? 0) || b.id - a.id;
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
  /** Returns true if an annotation is identified as one of the species, or observed under one of their names. */
  const isOf =
    (some: typeof any, otherNames: readonly string[] = []) =>
    ({ identifications, observation = {} }: Annotation) =>
      identifications.some((each) => some.some(({ id }) => id === each.species)) ||
      ["species", "common_name", "scientific_name"].some((field) => {
        const noted = observation[field] === undefined ? undefined : nameKey(observation[field]);
        return noted !== undefined && [...otherNames, ...some.flatMap(({ names }) => names)].includes(noted);
      });
  const isInArea = ({ source }: Annotation) => {
    const [latitude = 0, longitude = 0] =
      sources
        .find(({ id }) => id === source)
        ?.location.split(",")
        .map(Number) ?? [];
    const isNear = near === undefined || isAbout(near.centre, { latitude, longitude }, near.km);
    return isNear && (bbox === undefined || isWithin(bbox, { latitude, longitude }));
  };
  const isAtTime = ({ source, moment }: Annotation) => {
    const ms = moment?.ms ?? Number.NaN;
    const clock = clockAt(sources.find(({ id }) => id === source)?.timeZone ?? "UTC", ms);
    const day = Date.parse(clock.slice(0, 10)) / dayMs;
    const { "day[from]": dayFrom = day, "day[to]": dayTo = day, month = clock.slice(0, 7) } = filters;
    const { "time[from]": from = ms, "hour[from]": hour = 0 } = filters;
    const isSince = from <= ms && hour <= Number(clock.slice(-2));
    return isSince && dayFrom <= day && day <= dayTo && month === clock.slice(0, 7);
  };
  const isReviewed = (annotation: Annotation) => {
    const { method, min_confidence: least, review, votedby } = filters;
    const hasVote = annotation.identifications.some(({ voters }) => voters.includes(Number(votedby)));
    return (
      (method === undefined || annotation.method === method) &&
      (least === undefined || Math.round((annotation.confidence ?? -1) * 100) >= least * 5) &&
      (review === undefined || review.includes(reviewOf(annotation))) &&
      (votedby === undefined || hasVote)
    );
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
    isAtTime,
    isReviewed,
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

/** Compares distances on a plane. This is enough near the equator, even across the date line. */
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
  const maybe = <T>(value: T) => (random() < 0.15 ? value : undefined);
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
    "time[from]": maybe(oneOf(random, starts) + oneOf(random, [-1, 0, 1])),
    "day[from]": maybe(Date.UTC(2026, 0, 1) / dayMs),
    "day[to]": maybe(Date.UTC(2026, 2, 29) / dayMs),
    month: maybe(oneOf(random, ["2025-12", "2026-01", "2026-03"])),
    "hour[from]": maybe(below(random, 24)),
    method: maybe(oneOf(random, ["human", "machine"] as const)),
    min_confidence: maybe(1 + below(random, 18)),
    review: maybe(oneOf(random, [["one"], ["unreviewed"], ["agreed", "disputed"]] as const)),
    votedby: maybe(String(1 + below(random, 10))),
  };
}
