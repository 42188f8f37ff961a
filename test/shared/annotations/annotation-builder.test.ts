import { expect, test } from "vitest";
import * as z from "zod/mini";
import { deletedFault } from "../../../shared/annotations/annotation-builder.ts";
import { NewAnnotation } from "../../../shared/domain/new-annotation.ts";

const identification = z.parse(NewAnnotation, {
  videostream_id: 1,
  keypoints: [{ box: { x1: 1, y1: 1, x2: 2, y2: 2 }, time: "00:00:01" }],
  identification: 2,
});
const observation = z.parse(NewAnnotation, {
  videostreamId: 1,
  timespan: { start: "00:00:01", end: "00:00:02" },
  observer: "x",
  observation: { species: "Vulpes vulpes" },
});

test.each([
  ["an identification whose stream is gone", identification, "stream-deleted", "/body/videostream_id"],
  ["an observation whose stream is gone", observation, "stream-deleted", "/body/videostreamId"],
  ["an identification whose species is gone", identification, "species-deleted", "/body/identification"],
] as const)("%s is told where it says so", (_, body, gone, pointer) => {
  expect(deletedFault(body, gone)).toMatchObject({ code: "invalid-request", errors: [{ pointer }] });
});

test("an observation is right without the species that it named: it is to be sent again", () => {
  expect(deletedFault(observation, "species-deleted")).toMatchObject({ code: "unavailable" });
});
