import * as z from "zod/mini";
import { jobListQuery } from "../../shared/domain/job/list.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { ExportView } from "../../shared/views/job/export.ts";
import { pageOf } from "../../shared/views/wire/page.ts";

export const contract = defineContract({
  operationId: "list-exports",
  method: "GET",
  path: "/exports",
  summary: "List your exports, sorted by id. Admins see all users' exports.",
  access: "curator",
  query: z.strictObject(jobListQuery),
  responses: { 200: pageOf(ExportView) },
  faults: ["too-large"],
});
