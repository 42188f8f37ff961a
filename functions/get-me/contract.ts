import { UserView } from "../../shared/domain/person/user.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "get-me",
  method: "GET",
  path: "/users/me",
  summary: "Get your own user. Your first call registers you.",
  access: "identified",
  params: nothing,
  query: nothing,
  body: nothing,
  responses: { 200: UserView },
  faults: [],
});
