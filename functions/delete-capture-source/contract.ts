import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "delete-capture-source",
  method: "DELETE",
  path: "/capturesources/{id}",
  summary: "Delete a capture source that nothing refers to.",
  access: "admin",
  params: idPath("capture source", 1),
  responses: { 200: "empty" },
  faults: ["conflict"],
});
