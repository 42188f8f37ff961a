import { describe, expect, test } from "vitest";
import { annotationRequests, box, keypoints } from "../support/api/annotation-requests.ts";

const { api, admin, stream, newStream, list, identificationBody, observationBody, create } =
  await annotationRequests();

describe("an invalid annotation", () => {
  const pairs = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, "v"]));
  const keypointsOf = (n: number) => Array.from({ length: n }, () => keypoints[0]);
  test.each<[string, () => unknown, string]>([
    ["no stream", () => ({ keypoints }), "/body"],
    ["the stream fields of both shapes", () => identificationBody({ videostreamId: stream }), "/body"],
    [
      "an unknown stream in the identification shape",
      () => identificationBody({ videostream_id: 999_999_999 }),
      "/body/videostream_id",
    ],
    [
      "an unknown stream in the observation shape",
      () => observationBody({ videostreamId: 999_999_999 }),
      "/body/videostreamId",
    ],
    ["an unknown species", () => identificationBody({ identification: 999_999_999 }), "/body/identification"],
    ["no keypoint", () => identificationBody({ keypoints: [] }), "/body/keypoints"],
    ["1,001 keypoints", () => identificationBody({ keypoints: keypointsOf(1001) }), "/body/keypoints"],
    [
      "a box without y2",
      () => observationBody({ boundingBox: { x1: 1, y1: 1, x2: 2 } }),
      "/body/boundingBox/y2",
    ],
    [
      "a box with a negative corner",
      () => observationBody({ boundingBox: { ...box, y1: -1 } }),
      "/body/boundingBox/y1",
    ],
    [
      "a box with a fractional corner",
      () => observationBody({ boundingBox: { ...box, y1: 1.5 } }),
      "/body/boundingBox/y1",
    ],
    [
      "a time without hours",
      () => identificationBody({ keypoints: [{ box, time: "00:01" }] }),
      "/body/keypoints/0/time",
    ],
    [
      "a time beyond the stream",
      () => identificationBody({ keypoints: [{ box, time: "01:00:00.001" }] }),
      "/body/keypoints",
    ],
    [
      "an end before its start",
      () => observationBody({ timespan: { start: "00:00:05", end: "00:00:04" } }),
      "/body/timespan/end",
    ],
    [
      "an end beyond the stream",
      () => observationBody({ timespan: { start: "00:00:05", end: "01:00:01" } }),
      "/body/timespan/end",
    ],
    ["an observation of 21 pairs", () => observationBody({ observation: pairs(21) }), "/body/observation"],
    [
      "an empty key in the observation",
      () => observationBody({ observation: { "": "x" } }),
      "/body/observation/",
    ],
    [
      "an empty value in the observation",
      () => observationBody({ observation: { key: "" } }),
      "/body/observation/key",
    ],
    [
      "a key of 257 bytes",
      () => observationBody({ observation: { [`${"é".repeat(128)}x`]: "x" } }),
      `/body/observation/${"é".repeat(128)}x`,
    ],
    [
      "a value of 1,025 bytes",
      () => observationBody({ observation: { key: "x".repeat(1025) } }),
      "/body/observation/key",
    ],
    ["a number as a value", () => observationBody({ observation: { count: 3 } }), "/body/observation/count"],
    [
      "half a surrogate pair in a value",
      () => observationBody({ observation: { key: "\ud83e" } }),
      "/body/observation/key",
    ],
    ["no observer", () => observationBody({ observer: undefined }), "/body/observer"],
    [
      "a field of the identification shape in the observation shape",
      () => observationBody({ identification: 1 }),
      "/body/identification",
    ],
  ])("with %s is refused with a pointer to the fault, and is not stored", async (_, body, pointer) => {
    const { total } = await list(`videostream=${stream}`);
    const answer = await create(body());
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
    expect((await list(`videostream=${stream}`)).total).toBe(total);
  });

  test.each<[string, object, number]>([
    ["1,000 empty keypoints", { keypoints: Array(1000).fill({ box: {} }) }, 5_000],
    [
      "100,000 unknown keys",
      Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, 1])),
      100_000,
    ],
    ["one unknown key of 3.2 MB", { ["x".repeat(3_200_000)]: 1 }, 1],
  ])(
    "with %s gets a response with at most 100 faults and the number of the others",
    async (_, over, count) => {
      const answer = await create(identificationBody(over));
      expect(answer.status).toBe(400);
      expect(answer.body.errors.length).toBe(Math.min(100, count));
      expect(JSON.stringify(answer.body).length).toBeLessThan(100_000);
      if (count > 100)
        expect(answer.body.detail).toContain(`${count - 1} more errors: see \`errors\` for the first 100.`);
    },
  );
});

describe("an annotation of a stream that is deleted concurrently", () => {
  test("is created if the stream stays, and refused otherwise", async () => {
    for (let round = 0; round < 5; round++) {
      const own = await newStream();
      const [deleted, made] = await Promise.all([
        api.call("DELETE", `/videostreams/${own}`, { token: admin.token }),
        create(observationBody({ videostreamId: own })),
      ]);
      expect([deleted.status, made.status]).toSatisfy(
        ([one, other]) => (one === 200 && other === 400) || (one === 409 && other === 200),
      );
    }
  });
});
