import { OwnUserPatch } from "../../shared/domain/person/user.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { UserView } from "../../shared/views/person/user.ts";

export const contract = defineContract({
  operationId: "update-me",
  method: "PATCH",
  path: "/users/me",
  summary: "Change your display name, which other users see.",
  access: "readonly",
  body: OwnUserPatch,
  responses: { 200: UserView },
  faults: ["conflict"],
});
