import { AnnotationQuery } from "../../shared/domain/annotation-query.ts";
import { AnnotationView } from "../../shared/domain/annotation-shape.ts";
import { pageOf } from "../../shared/domain/page.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "list-annotations",
  method: "GET",
  path: "/annotations",
  summary: "List the annotations that match every filter, by id in either order.",
  access: "readonly",
  params: nothing,
  query: AnnotationQuery,
  body: nothing,
  responses: { 200: pageOf(AnnotationView) },
  faults: ["too-large"],
});
