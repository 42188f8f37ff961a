import { IdPath } from "../../shared/domain/id.ts";
import { VideoStreamPatch } from "../../shared/domain/video-stream.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "update-video-stream",
  method: "PATCH",
  path: "/videostreams/{id}",
  summary: "Corrects where a stream lies or when it was; its capture source stays.",
  access: "curator",
  params: IdPath,
  query: nothing,
  body: VideoStreamPatch,
  responses: { 200: "empty" },
  faults: ["not-found", "conflict"],
});
