import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Annotation } from "../../../../shared/domain/annotation/annotation.ts";
import { packKeypoints, unpackKeypoints } from "../../../../shared/domain/annotation/keypoint.ts";
import { makeAnnotation } from "../../../../shared/domain/annotation/make-annotation.ts";
import { NewAnnotation } from "../../../../shared/domain/annotation/new-annotation.ts";
import { formatOffset, formatShortOffset, MediaOffset } from "../../../../shared/domain/time/media-offset.ts";
import { viewAnnotation } from "../../../../shared/views/annotation/shape.ts";
import { plainStream } from "../../../support/plain-records.ts";

const stream = {
  id: 7,
  source: 3,
  url: "s3://b/7",
  startMs: 0,
  endMs: undefined,
  ...plainStream,
  version: 1,
};
const references = {
  user: (id: number) => ({ id, display_name: `user ${id}`, role: "annotator" as const }),
  author: ({ id }: { id: number }) => ({ id, display_name: `user ${id}`, role: "annotator" as const }),
  species: (id: number) => ({ id, common_name: `common ${id}`, scientific_name: `Scientific ${id}` }),
  stream: (id: number) => ({ url: `s3://b/${id}`, startMs: 0, size: undefined }),
  source: (id: number) => ({ name: `camera ${id}`, timeZone: undefined }),
};
const made = (body: unknown, votes: readonly number[] = []): Annotation => ({
  ...makeAnnotation(NewAnnotation.parse(body), {
    stream,
    timeZone: undefined,
    author: { id: 5, source: undefined },
    votes: votes.map((id) => ({ id })),
    nowMs: 1,
  }),
  id: 1,
  version: 1,
});

const offset = fc.integer({ min: 0, max: 24 * 24 * 3_600_000 });
const corner = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const box = fc.tuple(corner, corner, corner, corner).map(([a, b, c, d]) => ({
  x1: Math.min(a, b),
  y1: Math.min(c, d),
  x2: Math.max(a, b),
  y2: Math.max(c, d),
}));
const keypoints = fc.array(fc.record({ box, time: offset.map(formatOffset) }), {
  minLength: 1,
  maxLength: 30,
});
const text = (maxLength: number) =>
  fc
    .string({ unit: "binary", minLength: 1, maxLength })
    .filter((value) => value.isWellFormed() && value !== "__proto__");
const observation = fc.dictionary(text(60), text(200), { minKeys: 1, maxKeys: 20 });
const observed = fc
  .record({
    span: fc.tuple(offset, offset),
    box: fc.option(box, { nil: undefined }),
    observer: text(100).filter((name) => /\S/u.test(name)),
    observation,
  })
  .map(({ span: [a, b], box, observer, observation }) => ({
    videostreamId: 7,
    timespan: { start: formatShortOffset(Math.min(a, b)), end: formatShortOffset(Math.max(a, b)) },
    ...(box ? { boundingBox: box } : {}),
    observer,
    observation: { ...observation },
  }));

describe("an annotation that is stored and shown", () => {
  test("has the keypoints that were sent, in order of time", () => {
    fc.assert(
      fc.property(keypoints, (sent) => {
        const view = viewAnnotation(
          made({ videostream_id: 7, keypoints: sent }),
          "identification",
          references,
        );
        const inOrder = sent.toSorted((a, b) => MediaOffset.parse(a.time) - MediaOffset.parse(b.time));
        expect(view).toMatchObject({
          keypoints: inOrder,
          start: inOrder[0]?.time,
          end: inOrder.at(-1)?.time,
        });
      }),
    );
  });

  test("has the observation exactly as sent", () => {
    fc.assert(
      fc.property(observed, (sent) => {
        expect(viewAnnotation(made(sent), "observation", references)).toEqual({ id: 1, ...sent });
      }),
    );
  });

  test("can be shown in both shapes, whatever its content", () => {
    const votes = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 10 });
    const body = fc.oneof(
      observed,
      keypoints.map((sent) => ({ videostream_id: 7, keypoints: sent })),
    );
    fc.assert(
      fc.property(body, votes, (sent, voted) => {
        for (const shape of ["identification", "observation"] as const) {
          expect(viewAnnotation(made(sent, voted), shape, references)).toMatchObject({ id: 1 });
        }
      }),
    );
  });

  test("has the same keypoints after packing and unpacking", () => {
    const track = fc
      .array(fc.record({ box, timeMs: fc.integer({ min: 0, max: 2 ** 31 - 1 }) }), {
        minLength: 1,
        maxLength: 50,
      })
      .chain((points) =>
        fc
          .integer({ min: 0, max: 300_000_000_000 })
          .map((base) =>
            points
              .map((point) => ({ ...point, timeMs: base + point.timeMs }))
              .toSorted((a, b) => a.timeMs - b.timeMs),
          ),
      );
    fc.assert(
      fc.property(track, (points) => {
        expect(unpackKeypoints(packKeypoints(points))).toEqual(points);
        expect(packKeypoints(points).length).toBe(8 + 20 * points.length);
      }),
    );
  });
});

const corners = { x1: 1, y1: 2, x2: 3, y2: 4 };
const other = { x1: 5, y1: 6, x2: 7, y2: 8 };

describe("derived fields", () => {
  test.each<[string, unknown, readonly number[], object]>([
    [
      "the times of the first and last keypoint are the time span, and the first box is the bounding box",
      {
        videostream_id: 7,
        keypoints: [
          { box: corners, time: "00:00:01.250" },
          { box: other, time: "00:00:03" },
        ],
      },
      [],
      {
        timespan: { start: "00:00:01.250", end: "00:00:03" },
        boundingBox: corners,
        observer: "user 5",
        observation: {},
      },
    ],
    [
      "the species with the most votes is the observation",
      { videostream_id: 7, keypoints: [{ box: corners, time: "100:00:00" }] },
      [9, 4],
      {
        timespan: { start: "100:00:00", end: "100:00:00" },
        observation: { species: "Scientific 4", common_name: "common 4" },
      },
    ],
  ])("from identification shape to observation shape, %s", (_, body, votes, shown) => {
    expect(viewAnnotation(made(body, votes), "observation", references)).toMatchObject(shown);
  });

  test.each<[string, object, object]>([
    [
      "the box becomes a keypoint at start and at end",
      { boundingBox: corners },
      {
        keypoints: [
          { box: corners, time: "00:00:01.000" },
          { box: corners, time: "00:00:04.000" },
        ],
      },
    ],
    ["an observation without a box has no keypoints", {}, { keypoints: [] }],
    ["the duration is in milliseconds", {}, { duration: 3000, start: "00:00:01.000", end: "00:00:04.000" }],
    [
      "the author is the caller who sent it",
      {},
      { created_by: { id: 5, display_name: "user 5", role: "annotator" } },
    ],
  ])("from observation shape to identification shape, %s", (_, fields, shown) => {
    const body = {
      videostreamId: 7,
      timespan: { start: "00:00:01", end: "00:00:04" },
      observer: "x",
      observation: { a: "b" },
      ...fields,
    };
    expect(viewAnnotation(made(body), "identification", references)).toMatchObject(shown);
  });
});
