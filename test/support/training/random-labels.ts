import fc from "fast-check";
import type { Box } from "../../../shared/domain/stream/box.ts";
import type { TrainingStream } from "../../../shared/formats/training/picture.ts";
import type { TrainingLabel } from "../../../shared/formats/training/training-label.ts";

const times = fc.nat(30_000);
// Some boxes are partly or wholly beyond the picture, which has 200 × 100 pixels.
const box = fc.tuple(fc.nat(250), fc.nat(250), fc.nat(120), fc.nat(120)).map(
  ([a, b, c, d]): Box => ({
    x1: Math.min(a, b),
    x2: Math.max(a, b),
    y1: Math.min(c, d),
    y2: Math.max(c, d),
  }),
);

const track = fc
  .uniqueArray(times, { minLength: 1, maxLength: 5 })
  .chain((ms) =>
    fc.tuple(...ms.toSorted((a, b) => a - b).map((timeMs) => box.map((each) => ({ timeMs, box: each })))),
  );

/** Generates labels of a stream of 30 s: tracks, boxes that do not move, and labels without boxes. */
export const randomLabels: fc.Arbitrary<readonly TrainingLabel[]> = fc
  .array(
    fc.record({
      span: fc.tuple(times, times).map((both) => both.toSorted((a, b) => a - b)),
      kind: fc.constantFrom("track", "box", "none"),
      keypoints: track,
      boundingBox: box,
      category: fc.constantFrom(0, 1, 2, "nothing" as const),
      isTrue: fc.boolean(),
      matches: fc.boolean(),
    }),
    { maxLength: 8 },
  )
  .map((drawn) =>
    drawn.map(({ span, kind, keypoints, boundingBox, ...label }, i): TrainingLabel => {
      const [startMs = 0, endMs = 0] =
        kind === "track" ? [keypoints[0]?.timeMs, keypoints.at(-1)?.timeMs] : span;
      return {
        ...{ ...label, id: i + 1, startMs, endMs },
        keypoints: kind === "track" ? keypoints : undefined,
        boundingBox: kind === "box" ? boundingBox : undefined,
      };
    }),
  );

export const trainingStream: TrainingStream = {
  id: 7,
  source: 3,
  url: "https://videos.example/7.mp4",
  startMs: Date.UTC(2026, 2, 1, 6),
  size: { width: 200, height: 100 },
  timeZone: "+02:00",
};
