import { expect, test } from "vitest";
import { nameKey } from "../../../../shared/domain/species/name-key.ts";
import { categoryOf } from "../../../../shared/formats/training/training-label.ts";
import { annotation, species, vote } from "../../../support/formats/world.ts";

const all = [
  species(1, "Vulpes vulpes"),
  species(2, "Lutra lutra"),
  species(5, "nothing", { kind: "blank" }),
];
const lookups = {
  species: (id: number) => all.find((each) => each.id === id),
  speciesNamed: (key: string) => all.filter((each) => nameKey(each.scientificName) === key),
};
const boundingBox = { x1: 0, y1: 0, x2: 1, y2: 1 };

test.each([
  ["more votes for one species than for another", { identifications: [vote(1, [1]), vote(2, [2, 3])] }, 2],
  ["a vote for a deleted species", { identifications: [vote(9, [1])] }, 9],
  ["most votes for a blank species", { identifications: [vote(1, [1]), vote(5, [2, 3], true)] }, "nothing"],
  ["a tie with a blank species", { identifications: [vote(1, [1]), vote(5, [2], true)] }, 1],
  ["a name that a species has", { observation: { species: "lutra LUTRA" } }, 2],
  ["the name of a blank species", { observation: { species: "nothing" } }, "nothing"],
  ["the noted observationType blank", { observation: { observationType: "blank" } }, "nothing"],
  ["a name that no species has", { observation: { species: "Vulpus" } }, 0],
  ["a box without a name", { boundingBox }, 0],
  ["a note and a box", { observation: { weather: "rain" }, boundingBox }, 0],
  ["a note but no box", { observation: { weather: "rain" } }, undefined],
] as const)("finds the category of a label with %s", (_, more, category) => {
  expect(categoryOf(annotation(1, more), lookups)).toBe(category);
});
