import { defineContract } from "../../shared/http/contract.ts";
import { UserView } from "../../shared/views/person/user.ts";

export const contract = defineContract({
  operationId: "get-me",
  method: "GET",
  path: "/users/me",
  summary: "Get your own user. Your first call registers you.",
  access: "identified",
  responses: { 200: UserView },
});
