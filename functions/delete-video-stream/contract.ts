import { IdPath } from "../../shared/domain/id.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "delete-video-stream",
  method: "DELETE",
  path: "/videostreams/{id}",
  summary: "Deletes a video stream to which nothing refers.",
  access: "admin",
  params: IdPath,
  query: nothing,
  body: nothing,
  responses: { 200: "empty" },
  faults: ["not-found", "conflict"],
});
