import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "delete-upload",
  method: "DELETE",
  path: "/uploads/{id}",
  summary: "Cancel an upload.",
  description:
    "The parts of the upload are removed. Parts that were not sent no longer count towards the day's limit.",
  access: "curator or site",
  params: idPath("upload", 1),
  responses: { 200: "empty" },
  faults: ["conflict"],
});
