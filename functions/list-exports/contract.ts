import * as z from "zod/mini";
import { ExportView } from "../../shared/domain/export-views.ts";
import { pageOf, pageQuery } from "../../shared/domain/page.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "list-exports",
  method: "GET",
  path: "/exports",
  summary: "List your exports, by id. Admins see everybody's.",
  access: "curator",
  params: nothing,
  query: z.strictObject(pageQuery),
  body: nothing,
  responses: { 200: pageOf(ExportView) },
  faults: ["too-large"],
});
