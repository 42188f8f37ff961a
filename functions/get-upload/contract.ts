import { UploadView } from "../../shared/domain/upload/views.ts";
import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "get-upload",
  method: "GET",
  path: "/uploads/{id}",
  summary: "Get an upload, with the parts that have arrived.",
  description:
    "After a break, send the parts that are not in `received`. Only who began an upload may see it, and admins. An upload of a site key belongs to all keys of its capture source.",
  access: "curator or site",
  params: idPath("upload", 1),
  query: nothing,
  body: nothing,
  responses: { 200: UploadView },
  faults: ["not-found"],
});
