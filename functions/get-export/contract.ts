import { ExportView } from "../../shared/domain/job/export-views.ts";
import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "get-export",
  method: "GET",
  path: "/exports/{id}",
  summary: "Get an export: how far it is, or where its files are.",
  description: "Only who began an export may see it, and admins.",
  access: "curator",
  params: idPath("export", 1),
  query: nothing,
  body: nothing,
  responses: { 200: ExportView },
  faults: ["not-found"],
});
