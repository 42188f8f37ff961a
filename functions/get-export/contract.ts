import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { ExportView } from "../../shared/views/job/export.ts";

export const contract = defineContract({
  operationId: "get-export",
  method: "GET",
  path: "/exports/{id}",
  summary: "Get the progress of an export, and URLs of its files when it is done.",
  description: "Only admins and the user who created the export may see it.",
  access: "curator",
  params: idPath("export", 1),
  responses: { 200: ExportView },
});
