import fc from "fast-check";
import { expect, test } from "vitest";
import { editDistance } from "../../../../shared/domain/species/edit-distance.ts";

test.each([
  ["", "", 0],
  ["", "abc", 3],
  ["vulpus", "vulpes", 1],
  ["vulpes", "vulps", 1],
  ["kitten", "sitting", 3],
])("the edit distance of %j and %j is %d", (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance);
});

test("the edit distance is symmetric, is 0 only for equal texts, and fulfils the triangle inequality", () => {
  const text = fc.string({ maxLength: 12 });
  fc.assert(
    fc.property(text, text, text, (a, b, c) => {
      expect(editDistance(a, b)).toBe(editDistance(b, a));
      expect(editDistance(a, b) === 0).toBe(a === b);
      expect(editDistance(a, c)).toBeLessThanOrEqual(editDistance(a, b) + editDistance(b, c));
    }),
  );
});
