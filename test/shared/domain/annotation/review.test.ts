import { expect, test } from "vitest";
import { leadingSpecies, reviewOf } from "../../../../shared/domain/annotation/review.ts";

/** Species with this id or a higher one are blank. */
const blank = 9;

/** Makes votes from the number of voters for each species. */
const votes = (counts: Record<number, number>) =>
  Object.entries(counts).map(([species, count]) => ({
    species: Number(species),
    blank: Number(species) >= blank,
    voters: Array.from({ length: count }, (_, i) => i + 1),
  }));

test.each([
  ["a machine's label without a vote", "machine", {}, "unreviewed"],
  ["a person's label without a vote", "human", {}, "one"],
  ["one vote", "human", { 1: 1 }, "one"],
  ["one vote for a machine's label", "machine", { 1: 1 }, "one"],
  ["two voters for one species", "machine", { 1: 2 }, "agreed"],
  ["two species", "human", { 1: 3, 2: 1 }, "disputed"],
  ["a vote for nothing", "machine", { 9: 1 }, "rejected"],
  ["most votes for nothing", "human", { 1: 1, 9: 2 }, "rejected"],
  ["as many votes for nothing as for a species", "human", { 1: 2, 9: 2 }, "disputed"],
  ["fewer votes for nothing than for a species", "human", { 1: 2, 9: 1 }, "disputed"],
  ["most votes for nothing among several species", "human", { 1: 2, 2: 2, 9: 3 }, "rejected"],
  ["votes for two blank species", "human", { 9: 1, 10: 1 }, "rejected"],
] as const)(
  "the review of an annotation by a $1 with the votes $2 is `$3` (%s)",
  (_, method, counts, review) => {
    expect(reviewOf({ method, identifications: votes(counts) })).toBe(review);
  },
);

test.each([
  ["undefined without votes", {}, undefined],
  ["the species with most votes", { 1: 1, 2: 2 }, 2],
  ["the one with the lowest id in a tie", { 3: 1, 2: 1 }, 2],
  ["one that is not blank in a tie", { 8: 1, 9: 1 }, 8],
  ["a blank species with most votes", { 8: 1, 9: 2 }, 9],
] as const)("the leading species is %s", (_, counts, leader) => {
  expect(leadingSpecies({ identifications: votes(counts) })).toBe(leader);
});
