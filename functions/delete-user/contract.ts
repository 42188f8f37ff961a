import { UserPath } from "../../shared/domain/person/user.ts";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "delete-user",
  method: "DELETE",
  path: "/users/{email}",
  summary: "Delete a user. Only a new invitation restores the user.",
  access: "admin",
  params: UserPath,
  responses: { 200: "empty" },
  faults: ["conflict"],
});
