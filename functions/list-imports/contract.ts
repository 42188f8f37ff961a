import * as z from "zod/mini";
import { jobListQuery } from "../../shared/domain/job/list.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { ImportView } from "../../shared/views/job/import.ts";
import { pageOf } from "../../shared/views/wire/page.ts";

export const contract = defineContract({
  operationId: "list-imports",
  method: "GET",
  path: "/imports",
  summary: "List your imports, sorted by id. Admins see all users' imports.",
  access: "curator",
  query: z.strictObject(jobListQuery),
  responses: { 200: pageOf(ImportView) },
  faults: ["too-large"],
});
