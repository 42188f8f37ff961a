import * as z from "zod/mini";
import { Completion } from "../../shared/domain/upload/parts.ts";
import { Id, idPath } from "../../shared/domain/wire/id.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "complete-upload",
  method: "POST",
  path: "/uploads/{id}/completion",
  summary: "Join the parts of an upload, and register its video stream.",
  description:
    "202 means that S3 is still joining the parts: send the same request again. Repeated requests return the same stream. A file that cannot be read is removed, with a 422. A file that the capture source already has is removed, with a 409 whose `videostream` is the existing stream.",
  access: "curator or site",
  params: idPath("upload", 1),
  query: nothing,
  body: Completion,
  responses: { 201: z.strictObject({ id: Id }), 202: z.strictObject({ status: z.literal("joining") }) },
  faults: ["not-found", "conflict", "source-unavailable"],
});
