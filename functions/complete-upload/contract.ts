import * as z from "zod/mini";
import { Completion } from "../../shared/domain/upload/parts.ts";
import { Id, idPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "complete-upload",
  method: "POST",
  path: "/uploads/{id}/completion",
  summary: "Join the parts of an upload, and register its video stream.",
  description:
    "202 means that S3 is still joining the parts: send the same request again. Repeated requests return the same stream. If the file cannot be read, or takes too long to read at two attempts, the service removes it and responds with 422. If the capture source already has the file, the service removes the new copy and responds with 409; the problem's `videostream` is the existing stream.",
  access: "curator or site",
  params: idPath("upload", 1),
  body: Completion,
  responses: { 201: z.strictObject({ id: Id }), 202: z.strictObject({ status: z.literal("joining") }) },
  faults: ["conflict", "source-unavailable"],
});
