import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "delete-annotation",
  method: "DELETE",
  path: "/annotations/{id}",
  summary: "Delete your annotation, or a machine's that has no votes of others. Curators may delete any.",
  access: "annotator",
  params: idPath("annotation", 1),
  query: nothing,
  body: nothing,
  responses: { 200: "empty" },
  faults: ["not-found"],
});
