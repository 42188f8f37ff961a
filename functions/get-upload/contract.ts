import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { UploadView } from "../../shared/views/upload/upload.ts";

export const contract = defineContract({
  operationId: "get-upload",
  method: "GET",
  path: "/uploads/{id}",
  summary: "Get an upload and the list of its parts that have arrived.",
  description:
    "To resume an upload, send the parts that are not in `received`. Only admins and the caller who created the upload may see it. An upload that was created with a site key is open to all keys of its capture source.",
  access: "curator or site",
  params: idPath("upload", 1),
  responses: { 200: UploadView },
});
