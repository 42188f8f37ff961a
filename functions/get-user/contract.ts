import { UserPath } from "../../shared/domain/person/user.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { UserView } from "../../shared/views/person/user.ts";

export const contract = defineContract({
  operationId: "get-user",
  method: "GET",
  path: "/users/{email}",
  summary: "Get your own user. Admins can get any user.",
  access: "readonly",
  params: UserPath,
  responses: { 200: UserView },
});
