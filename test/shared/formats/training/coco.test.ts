import fc from "fast-check";
import { expect, test } from "vitest";
import {
  cocoAnnotations,
  cocoFrames,
  cocoImages,
  cocoTracks,
  cocoVideo,
} from "../../../../shared/formats/training/coco.ts";
import { shownAt, wantedMoments } from "../../../support/training/brute-force.ts";
import { randomLabels, trainingStream } from "../../../support/training/random-labels.ts";

const { size } = trainingStream;

test("frames of random labels have the boxes of each label at each moment, and every box lies in its picture", () => {
  fc.assert(
    fc.property(randomLabels, (labels) => {
      const frames = cocoFrames(trainingStream, labels);
      const images = cocoImages(trainingStream, frames, 11);
      const annotations = cocoAnnotations(trainingStream, frames, 11, 101);
      const moments = wantedMoments(labels);
      expect(images.map(({ file_name }) => file_name)).toEqual(
        moments.map((ms) => `images/7/${String(ms).padStart(9, "0")}.jpg`),
      );
      moments.forEach((ms, i) => {
        const { boxes, notExhaustive } = shownAt(labels, ms, trainingStream);
        const own = annotations.filter(({ image_id }) => image_id === 11 + i);
        expect(
          own.map(({ track_id, category_id, bbox }) => ({ label: track_id, category: category_id, bbox })),
        ).toEqual(boxes);
        expect(images[i]).toMatchObject({
          id: 11 + i,
          frame_id: i,
          not_exhaustive_category_ids: notExhaustive,
        });
      });
      expect(annotations.map(({ id }) => id)).toEqual(annotations.map((_, i) => 101 + i));
      for (const { bbox, area } of annotations) {
        const [x, y, width, height] = bbox;
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(1);
        expect([x + width <= size.width, y + height <= size.height, area]).toEqual([
          true,
          true,
          width * height,
        ]);
      }
      expect(new Set(cocoTracks(trainingStream, frames).map(({ id }) => id))).toEqual(
        new Set(annotations.map(({ track_id }) => track_id)),
      );
    }),
    { numRuns: 300 },
  );
});

test("the entries of each list have the fields that readers need", () => {
  const at = (timeMs: number, x1: number) => ({ timeMs, box: { x1, y1: 10, x2: x1 + 19, y2: 39 } });
  const labels = [
    {
      ...{ id: 5, startMs: 1000, endMs: 3000, category: 2, isTrue: true, matches: true },
      ...{ keypoints: [at(1000, 0), at(3000, 40)], boundingBox: undefined },
    },
    {
      ...{ id: 6, startMs: 2000, endMs: 2000, category: 9, isTrue: true, matches: true },
      ...{ keypoints: undefined, boundingBox: undefined },
    },
  ];
  const frames = cocoFrames(trainingStream, labels);
  expect(cocoImages(trainingStream, frames, 1)[1]).toEqual({
    ...{ id: 2, file_name: "images/7/000002000.jpg", width: 200, height: 100, video_id: 7, frame_id: 1 },
    ...{ offset: "00:00:02.000", location: "3", datetime: "2026-03-01T08:00:02.000+02:00" },
    ...{ seq_id: "7", seq_num_frames: 3, frame_num: 1, not_exhaustive_category_ids: [9] },
  });
  const annotations = cocoAnnotations(trainingStream, frames, 1, 1);
  expect(annotations[1]).toEqual({
    ...{
      id: 2,
      image_id: 2,
      category_id: 2,
      bbox: [20, 10, 20, 30],
      area: 600,
      iscrowd: 0,
      segmentation: [],
    },
    ...{ video_id: 7, track_id: 5, instance_id: 5, interpolated: true, matches_filters: true },
  });
  expect(annotations.map(({ interpolated }) => interpolated)).toEqual([false, true, false]);
  expect(cocoTracks(trainingStream, frames)).toEqual([{ id: 5, category_id: 2, video_id: 7 }]);
  expect(cocoVideo(trainingStream, [9])).toEqual({
    ...{ id: 7, name: "stream-7", width: 200, height: 100, location: "3" },
    ...{ stream_url: "https://videos.example/7.mp4", not_exhaustive_category_ids: [9] },
  });
});
