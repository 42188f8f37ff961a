import { LiveStreamEnd } from "../../shared/domain/stream/live-stream.ts";
import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "end-live-stream",
  method: "PATCH",
  path: "/videostreams/{id}/live",
  summary: "End a live stream, now or at a given time.",
  access: "curator or site",
  params: idPath("video stream", 5),
  body: LiveStreamEnd,
  responses: { 200: "empty" },
  faults: ["conflict"],
});
