import { CreatedUpload, NewUpload } from "../../shared/domain/upload/views.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "create-upload",
  method: "POST",
  path: "/uploads",
  summary: "Begin the upload of a video or picture.",
  description:
    "The file is sent in `parts` parts of `part_bytes` bytes each. A file that the capture source has already is 409, with `videostream`. What you may announce in a day is limited: more is 429 until the next day (UTC).",
  access: "curator or site",
  params: nothing,
  query: nothing,
  body: NewUpload,
  responses: { 201: CreatedUpload },
  faults: ["conflict"],
});
