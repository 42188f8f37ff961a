import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "delete-species",
  method: "DELETE",
  path: "/species/{id}",
  summary: "Delete a species that no annotation is identified as.",
  access: "admin",
  params: idPath("species", 2),
  responses: { 200: "empty" },
  faults: ["conflict"],
});
