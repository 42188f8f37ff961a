import { UserView } from "../../shared/domain/user.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "get-me",
  method: "GET",
  path: "/users/me",
  summary: "The caller's own user. The first call registers whoever may get in.",
  access: "identified",
  params: nothing,
  query: nothing,
  body: nothing,
  responses: { 200: UserView },
  faults: [],
});
