import { idPath } from "../../shared/domain/id.ts";
import { VideoStreamPatch } from "../../shared/domain/video-stream.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "update-video-stream",
  method: "PATCH",
  path: "/videostreams/{id}",
  summary: "Correct the address or the times of a video stream.",
  access: "curator",
  params: idPath("video stream", 2),
  query: nothing,
  body: VideoStreamPatch,
  responses: { 200: "empty" },
  faults: ["not-found", "conflict"],
});
