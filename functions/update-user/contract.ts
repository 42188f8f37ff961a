import { UserPatch, UserPath } from "../../shared/domain/person/user.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { UserView } from "../../shared/views/person/user.ts";

export const contract = defineContract({
  operationId: "update-user",
  method: "PATCH",
  path: "/users/{email}",
  summary: "Change a user's role or display name.",
  access: "admin",
  params: UserPath,
  body: UserPatch,
  responses: { 200: UserView },
  faults: ["conflict"],
});
