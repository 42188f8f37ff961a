import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  and,
  type Bits,
  count,
  decodeBits,
  emptyBits,
  encodeBits,
  hasPlace,
  or,
  placesPerSegment,
  withPlace,
} from "../../../shared/index/bits.ts";

/** Sets of places of every kind: few, nearly all, runs, and evenly spread. */
const place = fc.integer({ min: 0, max: placesPerSegment - 1 });
const sets = fc.oneof(
  fc.uniqueArray(place, { maxLength: 300 }),
  fc.uniqueArray(place, { maxLength: 300 }).map((missing) => {
    const removed = new Set(missing);
    return Array.from({ length: placesPerSegment }, (_, p) => p).filter((p) => !removed.has(p));
  }),
  fc
    .tuple(place, place)
    .map(([a, b]) => Array.from({ length: Math.abs(a - b) + 1 }, (_, i) => Math.min(a, b) + i)),
  fc
    .integer({ min: 2, max: 9 })
    .map((step) => Array.from({ length: Math.floor(4095 / step) }, (_, i) => i * step)),
);
const bitsOf = (places: readonly number[]): Bits =>
  places.reduce((bits, p) => withPlace(bits, p, true), emptyBits());

describe("a segment", () => {
  test("keeps its places when it is stored, in at most 513 bytes", () => {
    fc.assert(
      fc.property(sets, (places) => {
        const bits = bitsOf(places);
        const stored = encodeBits(bits);
        expect(stored.length).toBeLessThanOrEqual(513);
        expect(decodeBits(stored)).toEqual(bits);
        expect(count(bits)).toBe(places.length);
      }),
      { numRuns: 60 },
    );
  });

  test.each<[string, number[], number]>([
    ["no place", [], 1],
    ["one place", [4095], 3],
    ["every place", Array.from({ length: 4096 }, (_, p) => p), 1],
    ["all places but one", Array.from({ length: 4095 }, (_, p) => p), 3],
    ["a run in the middle", Array.from({ length: 2000 }, (_, p) => p + 1000), 5],
    ["every other place", Array.from({ length: 2048 }, (_, p) => p * 2), 513],
  ])("with %s is stored in its shortest form", (_, places, bytes) => {
    expect(encodeBits(bitsOf(places)).length).toBe(bytes);
  });

  test("behaves like a set under and, or, and changes of single places", () => {
    fc.assert(
      fc.property(sets, sets, place, (a, b, p) => {
        const [inA, inB] = [new Set(a), new Set(b)];
        expect(and(bitsOf(a), bitsOf(b))).toEqual(bitsOf(a.filter((x) => inB.has(x))));
        expect(or(bitsOf(a), bitsOf(b))).toEqual(bitsOf([...new Set([...a, ...b])]));
        expect(hasPlace(bitsOf(a), p)).toBe(inA.has(p));
        expect(hasPlace(withPlace(bitsOf(a), p, false), p)).toBe(false);
      }),
      { numRuns: 30 },
    );
  });

  test.each([[[]], [[9, 1]], [[1, 1, 2]]])("cannot be read from the invalid bytes %j", (bytes) => {
    expect(() => decodeBits(Uint8Array.from(bytes))).toThrow(RangeError);
  });
});
