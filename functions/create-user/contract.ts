import { NewUser } from "../../shared/domain/person/user.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { UserView } from "../../shared/views/person/user.ts";

export const contract = defineContract({
  operationId: "create-user",
  method: "POST",
  path: "/users",
  summary: "Invite a person, or restore a deleted user.",
  access: "admin",
  body: NewUser,
  responses: { 201: UserView },
  faults: ["conflict"],
});
