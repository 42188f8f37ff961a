import fc from "fast-check";
import { expect, test } from "vitest";
import { idAt, parseSegmentKey, positionOf, segmentKey, stripes } from "../../../shared/index/position.ts";

const ids = fc.oneof(
  fc.integer({ min: 1, max: 10_000_000 }),
  fc.integer({ min: 1, max: 2 ** 31 - 1 }).map((n) => n * 2 ** 20),
);

test("an id is the same after conversion into its position and back", () => {
  fc.assert(
    fc.property(ids, (id) => {
      expect(idAt(positionOf(id))).toBe(id);
    }),
  );
});

test("32 consecutive ids are in 32 different segments", () => {
  fc.assert(
    fc.property(ids, (first) => {
      const keys = Array.from({ length: stripes }, (_, i) => segmentKey(positionOf(first + i)));
      expect(new Set(keys).size).toBe(stripes);
    }),
  );
});

test("the key of a segment can be parsed with or without a prefix", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000_000 }), (id) => {
      const { superblock, stripe } = positionOf(id);
      const key = segmentKey({ superblock, stripe });
      expect(parseSegmentKey(key)).toEqual({ superblock, stripe });
      expect(parseSegmentKey(`2026-03-01#${key}`)).toEqual({ superblock, stripe });
    }),
  );
});

test.each([
  [1, 0, 0, 0],
  [32, 0, 31, 0],
  [33, 0, 0, 1],
  [131_072, 0, 31, 4095],
  [131_073, 1, 0, 0],
])("id %i is in superblock %i, stripe %i, place %i", (id, superblock, stripe, place) => {
  expect(positionOf(id)).toEqual({ superblock, stripe, place });
});
