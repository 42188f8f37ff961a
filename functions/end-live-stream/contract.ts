import { IdPath } from "../../shared/domain/id.ts";
import { LiveStreamEnd } from "../../shared/domain/video-stream.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "end-live-stream",
  method: "PATCH",
  path: "/videostreams/{id}/live",
  summary: "Ends a live stream, now or at the time given.",
  access: "curator or site",
  params: IdPath,
  query: nothing,
  body: LiveStreamEnd,
  responses: { 200: "empty" },
  faults: ["not-found", "conflict"],
});
