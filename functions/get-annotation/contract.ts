import { ShapeQuery } from "../../shared/domain/annotation-query.ts";
import { AnnotationView } from "../../shared/domain/annotation-shape.ts";
import { IdPath } from "../../shared/domain/id.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "get-annotation",
  method: "GET",
  path: "/annotations/{id}",
  summary: "One annotation, in the shape that is asked for.",
  access: "readonly",
  params: IdPath,
  query: ShapeQuery,
  body: nothing,
  responses: { 200: AnnotationView },
  faults: ["not-found"],
});
