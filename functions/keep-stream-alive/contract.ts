import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "keep-stream-alive",
  method: "PUT",
  path: "/videostreams/{id}/live",
  summary: "Send a heartbeat, which confirms that a live stream is still recording.",
  access: "curator or site",
  params: idPath("video stream", 5),
  responses: { 200: "empty" },
  faults: ["conflict"],
});
