import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "delete-video-stream",
  method: "DELETE",
  path: "/videostreams/{id}",
  summary: "Delete a video stream that nothing refers to.",
  access: "admin",
  params: idPath("video stream", 2),
  responses: { 200: "empty" },
  faults: ["conflict"],
});
