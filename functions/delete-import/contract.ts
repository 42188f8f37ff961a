import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "delete-import",
  method: "DELETE",
  path: "/imports/{id}",
  summary: "Stop an import, or remove its file and its report.",
  description:
    "An unfinished import becomes `cancelled`, and a finished one becomes `expired`. The records that the import created are kept. To find its annotations, use the filter `import` of `GET /annotations`. The record of the import stays for 90 days.",
  access: "curator",
  params: idPath("import", 1),
  responses: { 200: "empty" },
});
