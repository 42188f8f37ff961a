import { ShapeQuery } from "../../shared/domain/annotation-query.ts";
import { AnnotationView } from "../../shared/domain/annotation-shape.ts";
import { IdPath } from "../../shared/domain/id.ts";
import { AnnotationPatch } from "../../shared/domain/new-annotation.ts";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "update-annotation",
  method: "PATCH",
  path: "/annotations/{id}",
  summary: "Replaces the fields that are given; for its author or a curator.",
  access: "annotator",
  params: IdPath,
  query: ShapeQuery,
  body: AnnotationPatch,
  responses: { 200: AnnotationView },
  faults: ["not-found"],
});
