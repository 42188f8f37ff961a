import { nameKey } from "../../../shared/domain/species/name-key.ts";
import { isSelected } from "../../../shared/formats/camtrap-dp/write/selected.ts";
import type { TrainingStream } from "../../../shared/formats/training/picture.ts";
import { categoryOf, type TrainingLabel } from "../../../shared/formats/training/training-label.ts";
import type { World } from "../formats/world.ts";
import { shownAt, wantedMoments } from "./brute-force.ts";

/** A picture of a training set: its stream and time, and its boxes. */
export type Picture = {
  readonly stream: number;
  readonly timeMs: number;
  readonly boxes: readonly string[];
  readonly notExhaustive: readonly number[];
};

/** Returns the training pictures of a whole world, computed from its records one after the other. */
export function picturesOf(
  world: World,
  matches: (label: World["annotations"][number]) => boolean,
  machine: "reviewed" | "all",
): readonly Picture[] {
  const lookups = {
    species: (id: number) => world.species.find((each) => each.id === id),
    speciesNamed: (key: string) =>
      world.species.filter((each) =>
        [each.scientificName, each.commonName].some((name) => nameKey(name) === key),
      ),
  };
  return world.streams.flatMap(({ size, ...stream }) => {
    if (size === undefined) return [];
    const at: TrainingStream = { ...stream, size, url: undefined, timeZone: undefined };
    const labels = world.annotations.flatMap((label): TrainingLabel[] => {
      const category = categoryOf(label, lookups);
      if (label.videostream !== stream.id || category === undefined) return [];
      return [{ ...label, category, matches: matches(label), isTrue: isSelected(label, machine) }];
    });
    return wantedMoments(labels).map((timeMs) => {
      const { boxes, notExhaustive } = shownAt(labels, timeMs, at);
      const texts = boxes.map(({ label, category, bbox }) => `${label}: ${category} at ${bbox}`);
      return { stream: stream.id, timeMs, boxes: texts, notExhaustive };
    });
  });
}
