import { IdPath } from "../../shared/domain/id.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "delete-capture-source",
  method: "DELETE",
  path: "/capturesources/{id}",
  summary: "Deletes a capture source.",
  access: "admin",
  params: IdPath,
  query: nothing,
  body: nothing,
  responses: { 200: "empty" },
  faults: ["not-found", "conflict"],
});
