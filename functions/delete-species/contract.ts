import { IdPath } from "../../shared/domain/id.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "delete-species",
  method: "DELETE",
  path: "/species/{id}",
  summary: "Deletes a species that no annotation is identified as.",
  access: "admin",
  params: IdPath,
  query: nothing,
  body: nothing,
  responses: { 200: "empty" },
  faults: ["not-found", "conflict"],
});
