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
  ["an identification whose stream", identification, "stream-deleted", "/body/videostream_id"],
  ["an observation whose stream", observation, "stream-deleted", "/body/videostreamId"],
  ["an identification whose species", identification, "species-deleted", "/body/identification"],
] as const)("%s has been deleted is rejected with a pointer to the field", (_, body, deleted, pointer) => {
  expect(deletedFault(body, deleted)).toMatchObject({ code: "invalid-request", errors: [{ pointer }] });
});

test("an observation whose species has been deleted can be sent again: it is valid without the species", () => {
  expect(deletedFault(observation, "species-deleted")).toMatchObject({ code: "unavailable" });
});
