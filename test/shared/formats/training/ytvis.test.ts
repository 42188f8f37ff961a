import fc from "fast-check";
import { expect, test } from "vitest";
import type { TrainingLabel } from "../../../../shared/formats/training/training-label.ts";
import { ytvisAnnotations, ytvisClips, ytvisVideo } from "../../../../shared/formats/training/ytvis.ts";
import { shownAt } from "../../../support/training/brute-force.ts";
import { randomLabels, trainingStream } from "../../../support/training/random-labels.ts";

/** Returns a label whose box does not move. */
const label = (
  id: number,
  startMs: number,
  endMs: number,
  more: Partial<TrainingLabel> = {},
): TrainingLabel => ({
  ...{ id, startMs, endMs, category: 1, isTrue: true, matches: true },
  ...{ keypoints: undefined, boundingBox: { x1: 0, y1: 0, x2: 9, y2: 9 } },
  ...more,
});
const clipsOf = (labels: readonly TrainingLabel[], fps: number) =>
  [...ytvisClips(trainingStream, labels, fps)].map((clip) => clip.map(({ timeMs }) => timeMs));

test("tracks of random labels have the boxes of each label in each frame", () => {
  fc.assert(
    fc.property(randomLabels, fc.integer({ min: 1, max: 30 }), (labels, fps) => {
      let id = 1;
      const clips = [...ytvisClips(trainingStream, labels, fps)];
      for (const clip of clips) {
        const shown = clip.map(({ timeMs }) => shownAt(labels, timeMs, trainingStream));
        const tracks = ytvisAnnotations(trainingStream, clip, 4, id);
        id += tracks.length;
        const seen = new Set(shown.flatMap(({ boxes }) => boxes.map((each) => each.label)));
        expect(new Set(tracks.map(({ track_id }) => track_id))).toEqual(seen);
        for (const { track_id, bboxes, areas, segmentations, length } of tracks) {
          const expected = shown.map(
            ({ boxes }) => boxes.find((each) => each.label === track_id)?.bbox ?? null,
          );
          expect(bboxes).toEqual(expected);
          expect(areas).toEqual(expected.map((bbox) => bbox && (bbox[2] ?? 0) * (bbox[3] ?? 0)));
          expect([length, segmentations]).toEqual([clip.length, clip.map(() => null)]);
        }
        const video = ytvisVideo(trainingStream, clip, 4, fps);
        expect([video.length, video.file_names.length]).toEqual([clip.length, clip.length]);
        expect(video.not_exhaustive_category_ids).toEqual(
          [...new Set(shown.flatMap(({ notExhaustive }) => notExhaustive))].toSorted((a, b) => a - b),
        );
      }
      const times = clips.flatMap((clip) => clip.map(({ timeMs }) => timeMs));
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    }),
    { numRuns: 100 },
  );
});

test.each([
  [
    "labels less than 5 s apart",
    [label(1, 0, 1000), label(2, 5999, 6000)],
    [[0, 1000, 2000, 3000, 4000, 5000, 6000]],
  ],
  ["labels 5 s apart", [label(1, 0, 1000), label(2, 6000, 6000)], [[0, 1000], [6000]]],
  [
    "a label within another",
    [label(1, 0, 9000), label(2, 500, 600), label(3, 12_000, 12_000)],
    [[0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10_000, 11_000, 12_000]],
  ],
  ["a label that the filters leave out", [label(1, 0, 0), label(2, 4000, 4000, { matches: false })], [[0]]],
  ["a label of a machine that nobody has confirmed", [label(1, 0, 0, { isTrue: false })], []],
  ["a label without a box", [label(1, 0, 0, { boundingBox: undefined })], []],
  [
    "a label that says that nothing is visible",
    [label(1, 5, 5, { boundingBox: undefined, category: "nothing" })],
    [[5]],
  ],
])("makes the clips of %s", (_, labels, expected) => {
  expect(clipsOf(labels, 1)).toEqual(expected);
});

test("frames are at whole milliseconds of the requested rate, and a long clip is divided", () => {
  expect(clipsOf([label(1, 10, 110)], 30)).toEqual([[10, 44, 77, 110]]);
  const [first, second, ...others] = clipsOf([label(1, 0, 50_000)], 30);
  expect([first?.length, second?.length, others, second?.[0]]).toEqual([1000, 501, [], 33_334]);
});
