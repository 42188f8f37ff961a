import { ImportView } from "../../shared/domain/job/import-views.ts";
import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "get-import",
  method: "GET",
  path: "/imports/{id}",
  summary: "Get an import: how far it is, and what became of its rows.",
  description: "Only who began an import may see it, and admins.",
  access: "curator",
  params: idPath("import", 1),
  query: nothing,
  body: nothing,
  responses: { 200: ImportView },
  faults: ["not-found"],
});
