import { IdPath } from "../../shared/domain/id.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "delete-annotation",
  method: "DELETE",
  path: "/annotations/{id}",
  summary: "Deletes an annotation; for its author or a curator.",
  access: "annotator",
  params: IdPath,
  query: nothing,
  body: nothing,
  responses: { 200: "empty" },
  faults: ["not-found"],
});
