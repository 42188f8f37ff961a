import * as z from "zod/mini";
import { AnnotationView, Shape } from "../../shared/domain/annotation-shape.ts";
import { IdentificationPath } from "../../shared/domain/id.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "remove-identification",
  method: "DELETE",
  path: "/annotations/{id}/identifications/{species_id}",
  summary: "Takes back the caller's vote for a species; with all=true every vote, for a curator.",
  access: "annotator",
  params: IdentificationPath,
  query: z.strictObject({ shape: z.optional(Shape), all: z.optional(z.enum(["true", "false"])) }),
  body: nothing,
  responses: { 201: AnnotationView },
  faults: ["not-found"],
});
