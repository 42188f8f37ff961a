import { expect, test } from "vitest";
import { boxAt, surroundings } from "../../../../shared/domain/annotation/box-at.ts";

const first = { x1: 10, y1: 20, x2: 30, y2: 40 };
const last = { x1: 110, y1: 20, x2: 130, y2: 60 };
const track = {
  keypoints: [
    { box: first, timeMs: 1000 },
    { box: last, timeMs: 2000 },
  ],
  boundingBox: undefined,
};

test.each([
  [0, first],
  [1000, first],
  [1250, { x1: 35, y1: 20, x2: 55, y2: 45 }],
  [2000, last],
  [9000, last],
])("the box at %d ms is that of a keypoint, or is interpolated between two keypoints", (timeMs, box) => {
  expect(boxAt(track, timeMs)).toEqual(box);
});

test("a label without keypoints has its bounding box, if any, at every time", () => {
  expect(boxAt({ keypoints: undefined, boundingBox: last }, 5)).toEqual(last);
  expect(boxAt({ keypoints: undefined, boundingBox: undefined }, 5)).toBeUndefined();
});

test.each([
  [
    { x1: 100, y1: 100, x2: 139, y2: 109 },
    { x1: 80, y1: 95, x2: 159, y2: 114 },
  ],
  [
    { x1: 3, y1: 0, x2: 42, y2: 0 },
    { x1: 0, y1: 0, x2: 62, y2: 1 },
  ],
])(
  "the surroundings of the box %j add half of its size on each side, unless they reach the left or upper edge",
  (box, around) => {
    expect(surroundings(box)).toEqual(around);
  },
);
