import * as z from "zod/mini";
import { shapeParameter } from "../../shared/domain/annotation/query.ts";
import { described } from "../../shared/domain/wire/described.ts";
import { IdentificationPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { AnnotationView } from "../../shared/views/annotation/shape.ts";

export const contract = defineContract({
  operationId: "remove-identification",
  method: "DELETE",
  path: "/annotations/{id}/identifications/{species_id}",
  summary: "Remove your vote for a species. Curators can remove all votes for it.",
  access: "annotator",
  params: IdentificationPath,
  query: z.strictObject({
    shape: shapeParameter,
    all: z.optional(
      described(
        z.enum(["true", "false"]),
        "`true` removes all users' votes for the species. Only curators may do this. Default: `false`.",
        "true",
      ),
    ),
  }),
  responses: { 201: AnnotationView },
});
