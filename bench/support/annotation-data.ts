import type { Annotation } from "../../shared/domain/annotation/annotation.ts";
import type { Keypoint } from "../../shared/domain/annotation/keypoint.ts";
import type { Observation } from "../../shared/domain/annotation/observation.ts";
import type { Species } from "../../shared/domain/species/species.ts";
import type { VideoStream } from "../../shared/domain/stream/video-stream.ts";
import { momentAt } from "../../shared/domain/time/moment.ts";
import { plainAnnotation } from "../../test/support/plain-records.ts";
import { below, oneOf, type Random } from "../../test/support/seeded-random.ts";

/** Observation keys, and the share of annotations that have each of them. */
export const keyShares = { weather: 0.5, sex: 0.3, age: 0.1, collar: 0.01, injury: 0.0001 } as const;
export type ObservationKey = keyof typeof keyShares;

const behaviours = ["feeding", "resting", "moving", "fighting"] as const;

/** Makes annotations in which species n occurs 1 / n times as often as the first species. */
export function makeAnnotations(
  count: number,
  streams: readonly VideoStream[],
  species: readonly Species[],
  random: Random,
): readonly Annotation[] {
  const chooseSpecies = weightedChoice(species, ({ id }) => 1 / id);
  const annotations: Annotation[] = [];
  while (annotations.length < count) {
    const stream = oneOf(random, streams);
    const author = 1 + below(random, 25);
    const visit = random() < 0.4 ? 2 : 1;
    for (let i = 0; i < visit && annotations.length < count; i++) {
      const { id, scientificName } = chooseSpecies(random);
      annotations.push({
        id: annotations.length + 1,
        videostream: stream.id,
        source: stream.source,
        startMs: 1200,
        endMs: 10_800,
        keypoints: undefined,
        boundingBox: undefined,
        observer: `observer${author}@example.org`,
        observation: observe(scientificName, random),
        identifications: [{ species: id, blank: false, voters: [author] }],
        ...plainAnnotation,
        moment: momentAt(stream.startMs + 1200, undefined),
        author: { id: author, source: undefined },
        createdMs: stream.startMs,
        changedMs: stream.startMs,
        version: 1,
      });
    }
  }
  return annotations;
}

function observe(species: string, random: Random): Observation {
  const others = Object.entries(keyShares).filter(([, share]) => random() < share);
  return {
    species,
    behaviour: oneOf(random, behaviours),
    ...Object.fromEntries(others.map(([key]) => [key, "noted"])),
  };
}

/** Returns the track of an annotation, with 58 boxes on average. */
export function trackOf({ id, startMs }: Pick<Annotation, "id" | "startMs">): readonly Keypoint[] {
  return Array.from({ length: 38 + ((id * 7) % 41) }, (_, i) => {
    const [x1, y1] = [(id * 13 + i * 7) % 1600, (id * 11 + i * 3) % 900];
    return { box: { x1, y1, x2: x1 + 300, y2: y1 + 160 }, timeMs: startMs + i * 166 };
  });
}

function weightedChoice<T>(choices: readonly T[], weightOf: (choice: T) => number): (random: Random) => T {
  const sum = choices.reduce((total, choice) => total + weightOf(choice), 0);
  return (random) => {
    let left = random() * sum;
    const chosen = choices.find((choice) => {
      left -= weightOf(choice);
      return left < 0;
    });
    return chosen ?? oneOf(random, choices);
  };
}
