import { ShapeQuery } from "../../shared/domain/annotation/query.ts";
import { IdentificationPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { AnnotationView } from "../../shared/views/annotation/shape.ts";

export const contract = defineContract({
  operationId: "add-identification",
  method: "POST",
  path: "/annotations/{id}/identifications/{species_id}",
  summary: "Vote for a species.",
  access: "annotator",
  params: IdentificationPath,
  query: ShapeQuery,
  responses: { 201: AnnotationView },
  faults: ["conflict"],
});
