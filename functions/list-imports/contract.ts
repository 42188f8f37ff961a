import * as z from "zod/mini";
import { ImportView } from "../../shared/domain/import-views.ts";
import { pageOf, pageQuery } from "../../shared/domain/page.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "list-imports",
  method: "GET",
  path: "/imports",
  summary: "List your imports, by id. Admins see everybody's.",
  access: "curator",
  params: nothing,
  query: z.strictObject(pageQuery),
  body: nothing,
  responses: { 200: pageOf(ImportView) },
  faults: ["too-large"],
});
