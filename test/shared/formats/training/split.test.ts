import fc from "fast-check";
import { expect, test } from "vitest";
import { splitParts } from "../../../../shared/domain/job/split.ts";
import { partOf } from "../../../../shared/formats/training/split.ts";

const share = fc.integer({ min: 0, max: 100 });
const split = fc
  .record({ train: share, val: share, test: share, seed: fc.nat(2 ** 32 - 1) })
  .filter(({ train, val, test }) => train + val + test > 0);

test("a source is always in the same part, and never in a part without a share", () => {
  fc.assert(
    fc.property(split, fc.integer({ min: 1 }), (each, source) => {
      const part = partOf(source, each);
      expect(partOf(source, { ...each })).toBe(part);
      expect(each[part]).toBeGreaterThan(0);
    }),
  );
});

test("parts get their shares of many sources, whether shares are given as percentages or fractions", () => {
  for (const seed of [1, 2, 3]) {
    const parts = Array.from({ length: 10_000 }, (_, i) =>
      partOf(i + 1, { train: 80, val: 15, test: 5, seed }),
    );
    const counts = splitParts.map((part) => parts.filter((each) => each === part).length);
    for (const [i, expected] of [8000, 1500, 500].entries()) {
      expect(Math.abs((counts[i] ?? 0) - expected)).toBeLessThan(200);
    }
    expect(parts).toEqual(parts.map((_, i) => partOf(i + 1, { train: 0.8, val: 0.15, test: 0.05, seed })));
  }
});

test("another seed leads to another split", () => {
  const at = (seed: number) =>
    Array.from({ length: 100 }, (_, i) => partOf(i + 1, { train: 1, val: 1, test: 0, seed })).join();
  expect(at(1)).not.toBe(at(2));
});
