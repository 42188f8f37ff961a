import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Content,
  contentOf,
  isSameContent,
  keypointOn,
  withBox,
  withContent,
  withEnd,
  withKeypointToggled,
} from "../../../web/labels/content.ts";
import { labelOf } from "../../../web/labels/label.ts";
import { boxAt } from "../../../web/labels/track.ts";
import { merged } from "../../../web/saving/merge.ts";
import { row } from "../saving/row.ts";
import { frameAt } from "./frame-at.ts";

const frames = fc.nat({ max: 50 }).map(frameAt);
const corner = fc.nat({ max: 100 });
const boxes = fc
  .record({ x1: corner, y1: corner, w: fc.integer({ min: 3, max: 50 }), h: fc.integer({ min: 3, max: 50 }) })
  .map(({ x1, y1, w, h }) => ({ x1, y1, x2: x1 + w, y2: y1 + h }));
const contents: fc.Arbitrary<Content> = fc.oneof(
  fc
    .uniqueArray(fc.record({ ms: fc.nat({ max: 2000 }), box: boxes }), {
      minLength: 1,
      maxLength: 5,
      selector: ({ ms }) => Math.floor(ms / 40),
    })
    .map((track) => {
      const keypoints = track.toSorted((a, b) => a.ms - b.ms);
      const [startMs, endMs] = [keypoints[0]?.ms ?? 0, keypoints.at(-1)?.ms ?? 0];
      return { startMs, endMs, keypoints, boundingBox: null, notes: null };
    }),
  fc.record({ box: boxes, startMs: fc.nat({ max: 1000 }), lengthMs: fc.nat({ max: 1000 }) }).map((each) => ({
    startMs: each.startMs,
    endMs: each.startMs + each.lengthMs,
    keypoints: [],
    boundingBox: each.box,
    notes: { species: "Lutra lutra" },
  })),
);
const shownAt = (content: Content, ms: number) =>
  boxAt(labelOf(withContent(row, content), new Set()).track, ms);

describe("the content of a label", () => {
  test("is read and written without loss", () => {
    fc.assert(
      fc.property(contents, (content) => {
        expect(contentOf(withContent(row, content))).toEqual(content);
        expect(isSameContent(content, structuredClone(content))).toBe(true);
      }),
    );
  });

  test("shows a new box on its frame, and extends to that frame", () => {
    fc.assert(
      fc.property(contents, boxes, frames, (content, box, frame) => {
        fc.pre(content.keypoints.length > 0 || content.startMs < content.endMs);
        const next = withBox(content, frame, box);
        const here = keypointOn(next, frame);
        expect(here?.box).toEqual(box);
        expect(shownAt(next, here?.ms ?? -1)).toEqual(box);
        expect(next.startMs).toBeLessThanOrEqual(frame.toMs);
        expect(next.endMs).toBeGreaterThanOrEqual(frame.fromMs);
        // The other keypoints do not change.
        const others = content.keypoints.filter(({ ms }) => ms < frame.fromMs || ms > frame.toMs);
        for (const each of others) expect(next.keypoints).toContainEqual(each);
      }),
    );
  });

  test("keeps its boxes when a keypoint is added, and when the keypoint is removed again", () => {
    fc.assert(
      fc.property(contents, frames, (content, frame) => {
        fc.pre(content.startMs < frame.ms && frame.ms < content.endMs && !keypointOn(content, frame));
        const on = withKeypointToggled(content, frame);
        expect(on && shownAt(on, frame.ms)).toEqual(shownAt(content, frame.ms));
        const off = on && withKeypointToggled(on, frame);
        for (const ms of [content.startMs, frame.ms, content.endMs]) {
          expect(off && shownAt(off, ms)).toEqual(shownAt(content, ms));
        }
      }),
    );
  });

  test("cannot lose its last keypoint", () => {
    const content = contentOf(
      withContent(row, { ...contentOf(row), keypoints: contentOf(row).keypoints.slice(0, 1) }),
    );
    expect(withKeypointToggled(content, frameAt(25))).toBeUndefined();
  });

  test("begins or ends on the frame to which its start or end is moved, with the same box there", () => {
    fc.assert(
      fc.property(
        contents,
        frames,
        fc.constantFrom("start" as const, "end" as const),
        (content, frame, end) => {
          const next = withEnd(content, frame, end);
          const isAllowed = end === "start" ? frame.fromMs <= content.endMs : frame.toMs >= content.startMs;
          expect(next !== undefined).toBe(isAllowed);
          if (next === undefined) return;
          expect(end === "start" ? next.startMs : next.endMs).toBe(frame.ms);
          if (frame.ms >= content.startMs && frame.ms <= content.endMs) {
            expect(shownAt(next, frame.ms)).toEqual(shownAt(content, frame.ms));
          }
          const times = next.keypoints.map(({ ms }) => ms);
          if (times.length > 0)
            expect([Math.min(...times), Math.max(...times)]).toEqual([next.startMs, next.endMs]);
        },
      ),
    );
  });
});

describe("merging two people's changes of a label", () => {
  test("returns the change of one person if the other changed nothing, and no conflict for equal changes", () => {
    fc.assert(
      fc.property(contents, contents, (before, after) => {
        const same = (a: Content | undefined, b: Content) => a !== undefined && isSameContent(a, b);
        expect(same(merged(before, after, before), after)).toBe(true);
        expect(same(merged(before, before, after), after)).toBe(true);
        expect(same(merged(before, after, after), after)).toBe(true);
      }),
    );
  });

  test("keeps both people's changes of different parts, and reports a conflict if they changed the same part", () => {
    const before = contentOf(row);
    const moved = { ...before, startMs: 900 };
    const noted = { ...before, notes: { behaviour: "drinking" } };
    expect(merged(before, moved, noted)).toEqual({ ...moved, notes: noted.notes });
    expect(merged(before, moved, { ...before, startMs: 800 })).toBeUndefined();
    expect(merged(before, noted, { ...before, notes: { sex: "female" } })?.notes).toEqual({
      behaviour: "drinking",
      sex: "female",
    });
    expect(merged(before, noted, { ...before, notes: { behaviour: "resting" } })).toBeUndefined();
  });
});
