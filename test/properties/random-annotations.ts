import type { Annotation } from "../../shared/domain/annotation/annotation.ts";
import type { NewAnnotation } from "../../shared/domain/annotation/new-annotation.ts";
import { below, oneOf, type Random } from "../support/seeded-random.ts";
import { type KnownSurroundings, names } from "./surrounding-clients.ts";

export const observers = ["person1@example.org", "ranger", "camera"];

/** Returns an annotation in either shape, or `undefined` while no stream exists. */
export function randomAnnotation(
  random: Random,
  mark: number,
  { streams, species }: KnownSurroundings,
): NewAnnotation | undefined {
  const stream = oneOf(random, random() < 0.8 ? streams : streams.slice(-1));
  if (stream === undefined) return undefined;
  if (random() < 0.35) {
    const keypoints = [{ box: { x1: mark, y1: 0, x2: mark, y2: 0 }, timeMs: 5 }];
    const identification = oneOf(random, [undefined, oneOf(random, species)]);
    return { shape: "identification", fields: { videostream_id: stream, keypoints, identification } };
  }
  const observation = randomObservation(random, mark);
  const fields = {
    videostreamId: stream,
    timespan: randomTimespan(random),
    observer: oneOf(random, observers),
    ...(random() < 0.3 ? ({ method: "machine", confidence: below(random, 101) / 100 } as const) : {}),
  };
  return { shape: "observation", fields: { ...fields, observation } };
}

/** Returns a time span up to an hour after the stream's start. For some streams, it is in the next day or month. */
export function randomTimespan(random: Random) {
  const start = below(random, 5) * 900_000;
  return { start, end: start + 9 };
}

export function randomObservation(random: Random, mark: number): Record<string, string> {
  return {
    mark: String(mark),
    ...(random() < 0.5
      ? { [oneOf(random, ["species", "common_name", "scientific_name"])]: oneOf(random, names) }
      : {}),
    ...(random() < 0.5 ? { behaviour: oneOf(random, ["feeding", "*", "a=b"]) } : {}),
  };
}

/** Reads the mark with which an annotation was sent. */
export function markIn({ observation, keypoints }: Annotation): number {
  return Number(observation?.["mark"] ?? keypoints?.[0]?.box.x1);
}
