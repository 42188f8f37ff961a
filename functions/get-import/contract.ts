import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { ImportView } from "../../shared/views/job/import.ts";

export const contract = defineContract({
  operationId: "get-import",
  method: "GET",
  path: "/imports/{id}",
  summary: "Get the progress of an import, and the results of its rows.",
  description: "Only admins and the user who created the import may see it.",
  access: "curator",
  params: idPath("import", 1),
  responses: { 200: ImportView },
});
