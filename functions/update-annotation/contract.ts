import { AnnotationPatch } from "../../shared/domain/annotation/new-annotation.ts";
import { ShapeQuery } from "../../shared/domain/annotation/query.ts";
import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { AnnotationView } from "../../shared/views/annotation/shape.ts";

export const contract = defineContract({
  operationId: "update-annotation",
  method: "PATCH",
  path: "/annotations/{id}",
  summary:
    "Change your annotation, or a machine's annotation without votes of other users. Curators may change any annotation.",
  access: "annotator",
  params: idPath("annotation", 1),
  query: ShapeQuery,
  body: AnnotationPatch,
  responses: { 200: AnnotationView },
  faults: ["conflict"],
});
