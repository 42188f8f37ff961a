import type { Annotation } from "../../shared/domain/annotation/annotation.ts";
import type { Identification } from "../../shared/domain/annotation/review.ts";
import { momentAt } from "../../shared/domain/time/moment.ts";
import { plainAnnotation } from "../../test/support/plain-records.ts";
import { below, oneOf, type Random } from "../../test/support/seeded-random.ts";

const [secondMs, dayMs] = [1000, 86_400_000];

/** The three years in which the annotations of lists by time start. */
export const threeYears = { fromMs: Date.UTC(2023, 0, 1), toMs: Date.UTC(2026, 0, 1) } as const;

/** Observation keys, and the share of annotations that have each of them. */
export const noteShares = { sex: 0.1, collar: 0.01, injury: 0.001 } as const;
export type Note = keyof typeof noteShares;

export const speciesCount = 99;
const [sources, people] = [741, 25];

/** Zones of the cameras' clocks: with and without summer time, on both sides of the date line. */
const zones = [
  "Africa/Johannesburg",
  "Europe/Berlin",
  "America/Sao_Paulo",
  "Asia/Kathmandu",
  "Pacific/Auckland",
  "-08:00",
  undefined,
] as const;

/**
 * Makes annotations of three years, without tracks. Their ids are in the order in which their videos were registered:
 * at their start, except one in twenty up to ten days later. Programs made 60 % of them, and people have voted on 30 %
 * of the programs' annotations. Species n occurs 1 / n times as often as the first one.
 */
export function makeFindData(count: number, random: Random): readonly Annotation[] {
  const species = commonFirst(speciesCount);
  const times = Array.from({ length: count }, () => {
    const ms = threeYears.fromMs + Math.floor(random() * (threeYears.toMs - threeYears.fromMs));
    return { ms, registeredMs: random() < 0.05 ? ms + random() * 10 * dayMs : ms };
  }).toSorted((a, b) => a.registeredMs - b.registeredMs);
  return times.map(({ ms }, i) => {
    const [source, author] = [1 + below(random, sources), 1 + below(random, people)];
    const method = random() < 0.6 ? "machine" : "human";
    const first = species(random);
    const name = random() < 0.5 ? scientificName(first) : commonName(first);
    const notes = Object.entries(noteShares).filter(([, share]) => random() < share);
    return {
      ...plainAnnotation,
      id: i + 1,
      videostream: 1 + Math.floor(i / 4),
      source,
      startMs: secondMs,
      endMs: 10 * secondMs,
      moment: momentAt(ms, zones[source % zones.length]),
      keypoints: undefined,
      boundingBox: undefined,
      observer: undefined,
      observation: { species: name, ...Object.fromEntries(notes.map(([key]) => [key, "noted"])) },
      identifications: votes(random, first, votersOf(random, method, author), species),
      author: { id: author, source: undefined },
      method,
      // High confidences of detectors are more frequent than low ones.
      confidence: method === "machine" ? Math.round(100 * (1 - 0.9 * random() ** 2)) / 100 : undefined,
      createdMs: ms,
      changedMs: ms,
      version: 1,
    };
  });
}

export function scientificName(species: number): string {
  return `Genus${species % 40} species${species}`;
}

export function commonName(species: number): string {
  return `Animal ${species}`;
}

function votersOf(random: Random, method: Annotation["method"], author: number): readonly number[] {
  const other = 1 + below(random, people);
  const kind = random();
  if (method === "human") return kind < 0.15 && other !== author ? [author, other] : [author];
  if (kind < 0.7) return [];
  return kind < 0.9 || other === author ? [other] : [other, author];
}

/** The votes of one or two people. 10 % of the second votes are for another species. */
function votes(
  random: Random,
  first: number,
  [voter, second]: readonly number[],
  species: (random: Random) => number,
): readonly Identification[] {
  if (voter === undefined) return [];
  const other = random() < 0.1 ? species(random) : first;
  const same = second === undefined || other === first;
  const all = same
    ? [{ species: first, blank: false, voters: [voter, ...(second === undefined ? [] : [second])] }]
    : [
        { species: first, blank: false, voters: [voter] },
        { species: other, blank: false, voters: [second] },
      ];
  return all.toSorted((a, b) => a.species - b.species);
}

/** Chooses a number from 1 to `count`, n with a weight of 1 / n. */
function commonFirst(count: number): (random: Random) => number {
  const tickets = Array.from({ length: count }, (_, i) =>
    Array.from({ length: Math.round(1000 / (i + 1)) }, () => i + 1),
  ).flat();
  return (random) => oneOf(random, tickets);
}
