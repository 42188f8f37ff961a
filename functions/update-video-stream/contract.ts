import { VideoStreamPatch } from "../../shared/domain/stream/video-stream.ts";
import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "update-video-stream",
  method: "PATCH",
  path: "/videostreams/{id}",
  summary: "Correct the URL, the times or the capture source of a video stream.",
  description:
    "A new `startTime` also moves the times of the stream's annotations. If there are many, some change within minutes after the response. The header `Pending-Annotations` has their number.",
  access: "curator",
  params: idPath("video stream", 2),
  body: VideoStreamPatch,
  responses: { 200: "empty" },
  headers: ["Pending-Annotations"],
  faults: ["conflict"],
});
