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
  ["a deleted stream in the identification shape", identification, "stream-deleted", "/body/videostream_id"],
  ["a deleted stream in the observation shape", observation, "stream-deleted", "/body/videostreamId"],
  ["a deleted species", identification, "species-deleted", "/body/identification"],
] as const)("points at the field that refers to %s", (_, body, deleted, pointer) => {
  expect(deletedFault(body, deleted)).toMatchObject({ code: "invalid-request", errors: [{ pointer }] });
});

test("asks to send an observation again when a species that it names was deleted", () => {
  expect(deletedFault(observation, "species-deleted")).toMatchObject({ code: "unavailable" });
});
