import { UserPath } from "../../shared/domain/user.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "delete-user",
  method: "DELETE",
  path: "/users/{email}",
  summary: "Shuts a user out; only a new invitation restores it.",
  access: "admin",
  params: UserPath,
  query: nothing,
  body: nothing,
  responses: { 200: "empty" },
  faults: ["not-found", "conflict"],
});
