import { NewUpload } from "../../shared/domain/upload/new-upload.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { CreatedUpload } from "../../shared/views/upload/upload.ts";

export const contract = defineContract({
  operationId: "create-upload",
  method: "POST",
  path: "/uploads",
  summary: "Create an upload of a video or picture.",
  description:
    "The file is sent in `parts` parts of `part_bytes` bytes each. If the capture source already has the file, the response is 409; the problem's `videostream` is the existing stream. The number of bytes that you may announce in a day is limited. Above this limit, the response is 429 until the next day (UTC).",
  access: "curator or site",
  body: NewUpload,
  responses: { 201: CreatedUpload },
  faults: ["conflict"],
});
