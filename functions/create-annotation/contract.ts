import * as z from "zod/mini";
import { NewAnnotation } from "../../shared/domain/annotation/new-annotation.ts";
import { fullShape } from "../../shared/domain/annotation/query.ts";
import { Id } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { FullView } from "../../shared/views/annotation/full.ts";
import { IdentificationView } from "../../shared/views/annotation/shape.ts";
import { warnings } from "../../shared/views/wire/warning.ts";

const CreatedFull = z
  .strictObject({ ...FullView.shape, warnings })
  .check(z.meta({ id: "NewAnnotationInFullShape" }));

export const contract = defineContract({
  operationId: "create-annotation",
  method: "POST",
  path: "/annotations",
  summary: "Create an annotation of a moment in a video stream. The body has one of two shapes.",
  access: "annotator or site",
  query: z.strictObject({ shape: fullShape }),
  body: NewAnnotation,
  responses: {
    200: z.union([z.strictObject({ id: Id, warnings }), CreatedFull]),
    201: z.union([IdentificationView, FullView]),
  },
  faults: ["conflict"],
});
