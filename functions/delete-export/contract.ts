import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "delete-export",
  method: "DELETE",
  path: "/exports/{id}",
  summary: "Stop an export, or remove its files.",
  description:
    "An unfinished export becomes `cancelled`, and a finished one becomes `expired`. The record of the export stays for 90 days.",
  access: "curator",
  params: idPath("export", 1),
  responses: { 200: "empty" },
});
