import fc from "fast-check";
import { expect, test } from "vitest";
import { editDistance } from "../../../../shared/domain/species/edit-distance.ts";

test.each([
  ["", "", 0],
  ["", "abc", 3],
  ["vulpus", "vulpes", 1],
  ["vulpes", "vulps", 1],
  ["kitten", "sitting", 3],
])("of %j and %j", (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance);
});

test("is a distance, and at most one for each change", () => {
  const text = fc.string({ maxLength: 12 });
  fc.assert(
    fc.property(text, text, text, (a, b, c) => {
      expect(editDistance(a, b)).toBe(editDistance(b, a));
      expect(editDistance(a, b) === 0).toBe(a === b);
      expect(editDistance(a, c)).toBeLessThanOrEqual(editDistance(a, b) + editDistance(b, c));
    }),
  );
});
