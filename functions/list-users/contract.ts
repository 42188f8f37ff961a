import * as z from "zod/mini";
import { UserView } from "../../shared/domain/person/user.ts";
import { pageOf, pageQuery } from "../../shared/domain/wire/page.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "list-users",
  method: "GET",
  path: "/users",
  summary: "List all users except deleted ones, by id.",
  access: "admin",
  params: nothing,
  query: z.strictObject(pageQuery),
  body: nothing,
  responses: { 200: pageOf(UserView) },
  faults: ["too-large"],
});
