import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "delete-annotation",
  method: "DELETE",
  path: "/annotations/{id}",
  summary:
    "Delete your annotation, or a machine's annotation without votes of other users. Curators may delete any annotation.",
  access: "annotator",
  params: idPath("annotation", 1),
  responses: { 200: "empty" },
});
