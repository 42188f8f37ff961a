import { ShapeQuery } from "../../shared/domain/annotation/query.ts";
import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { AnnotationView } from "../../shared/views/annotation/shape.ts";

export const contract = defineContract({
  operationId: "get-annotation",
  method: "GET",
  path: "/annotations/{id}",
  summary: "Get an annotation, in the shape of your choice.",
  access: "readonly",
  params: idPath("annotation", 1),
  query: ShapeQuery,
  responses: { 200: AnnotationView },
});
