import { IdPath } from "../../shared/domain/id.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "keep-stream-alive",
  method: "PUT",
  path: "/videostreams/{id}/live",
  summary: "Says that a live stream goes on.",
  access: "curator or site",
  params: IdPath,
  query: nothing,
  body: nothing,
  responses: { 200: "empty" },
  faults: ["not-found", "conflict"],
});
