import * as z from "zod/mini";
import { pageQuery } from "../../shared/domain/wire/page.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { UserView } from "../../shared/views/person/user.ts";
import { pageOf } from "../../shared/views/wire/page.ts";

export const contract = defineContract({
  operationId: "list-users",
  method: "GET",
  path: "/users",
  summary: "List all users except deleted ones, sorted by id.",
  access: "admin",
  query: z.strictObject(pageQuery),
  responses: { 200: pageOf(UserView) },
  faults: ["too-large"],
});
