import * as z from "zod/mini";
import { IdentificationView } from "../../shared/domain/annotation-shape.ts";
import { Id } from "../../shared/domain/id.ts";
import { NewAnnotation } from "../../shared/domain/new-annotation.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "create-annotation",
  method: "POST",
  path: "/annotations",
  summary: "Create an annotation: label a moment of a video stream, in either shape.",
  access: "annotator or site",
  params: nothing,
  query: nothing,
  body: NewAnnotation,
  responses: { 200: z.strictObject({ id: Id }), 201: IdentificationView },
  faults: ["conflict"],
});
