import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "delete-video-stream",
  method: "DELETE",
  path: "/videostreams/{id}",
  summary: "Delete a video stream that nothing refers to.",
  access: "admin",
  params: idPath("video stream", 2),
  query: nothing,
  body: nothing,
  responses: { 200: "empty" },
  faults: ["not-found", "conflict"],
});
