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
    "The response 202 says that joining takes longer: send the same request again. An upload becomes one stream, however often this is sent. A file that cannot be read is 422, and is removed; one that the capture source has already is 409, with `videostream`, and is removed, too.",
  access: "curator or site",
  params: idPath("upload", 1),
  query: nothing,
  body: Completion,
  responses: { 201: z.strictObject({ id: Id }), 202: z.strictObject({ status: z.literal("joining") }) },
  faults: ["not-found", "conflict", "source-unavailable"],
});
