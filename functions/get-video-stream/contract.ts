import { IdPath } from "../../shared/domain/id.ts";
import { VideoStreamView } from "../../shared/domain/video-stream.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "get-video-stream",
  method: "GET",
  path: "/videostreams/{id}",
  summary: "One video stream.",
  access: "readonly",
  params: IdPath,
  query: nothing,
  body: nothing,
  responses: { 200: VideoStreamView },
  faults: ["not-found"],
});
