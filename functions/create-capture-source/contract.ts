import * as z from "zod/mini";
import { NewCaptureSource } from "../../shared/domain/source/capture-source.ts";
import { Id } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "create-capture-source",
  method: "POST",
  path: "/capturesources",
  summary: "Create a capture source (a camera).",
  access: "curator",
  body: NewCaptureSource,
  responses: { 200: z.strictObject({ id: Id }) },
  faults: ["conflict"],
});
