import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { packKeypoints } from "../../../../shared/domain/annotation/keypoint.ts";
import { applyBack, keptAttributes, patchBack } from "../../../../shared/store/history/patch.ts";

const keypoint = fc
  .tuple(fc.nat(50), fc.nat(3))
  .map(([timeMs, x]) => ({ timeMs, box: { x1: x, y1: 0, x2: x + 1, y2: 1 } }));
const track = fc
  .array(keypoint, { minLength: 1, maxLength: 12 })
  .map((all) => packKeypoints(all.toSorted((a, b) => a.timeMs - b.timeMs)));
const pairs = fc.uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c", "d"), fc.constantFrom("x", "y")), {
  selector: ([key]) => key,
});
const item = fc.record(
  {
    pk: fc.constant("A#1"),
    ver: fc.nat(9),
    gDay: fc.constantFrom("2026-01-01", "2026-01-02"),
    end: fc.nat(2),
    method: fc.constantFrom("human", "machine"),
    votes: fc.array(fc.record({ s: fc.nat(2), by: fc.array(fc.nat(3), { maxLength: 3 }) }), { maxLength: 3 }),
    obs: pairs,
    kp: track,
  },
  { requiredKeys: ["pk", "ver"] },
);

test("a patch turns any item back into the one before, without keys and version", () => {
  fc.assert(
    fc.property(item, item, (before, after) => {
      const back = applyBack(keptAttributes(after), patchBack(before, after));
      expect(back).toEqual(keptAttributes(before));
    }),
    { numRuns: 500 },
  );
});

describe("a patch keeps only what a change replaced", () => {
  const like = (x: number, count = 58) =>
    Array.from({ length: count }, (_, i) => ({
      timeMs: i * 40,
      box: { x1: i === 20 ? x : 0, y1: 0, x2: 9, y2: 9 },
    }));

  test("one of 58 boxes is one keypoint", () => {
    const before = packKeypoints(like(1));
    const patch = patchBack({ kp: before }, { kp: packKeypoints(like(2)) });
    expect(patch).toMatchObject({ set: {}, splice: { at: 20, remove: 1 } });
    expect(patch.splice?.insert).toHaveLength(28);
  });

  test("one pair of an observation is one pair", () => {
    const [before, after] = [
      [
        ["species", "fox"],
        ["behaviour", "resting"],
      ],
      [
        ["species", "fox"],
        ["behaviour", "feeding"],
        ["age", "adult"],
      ],
    ];
    expect(patchBack({ obs: before }, { obs: after })).toEqual({
      set: {},
      splice: undefined,
      pairs: [
        ["behaviour", "resting"],
        ["age", null],
      ],
    });
  });

  test("an attribute that was not set is null", () => {
    expect(patchBack({ end: 1 }, { end: 1, conf: 0.5 }).set).toEqual({ conf: null });
  });
});
