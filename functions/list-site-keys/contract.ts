import * as z from "zod/mini";
import { idPath } from "../../shared/domain/wire/id.ts";
import { pageQuery } from "../../shared/domain/wire/page.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { SiteKeyView } from "../../shared/views/person/site-key.ts";
import { pageOf } from "../../shared/views/wire/page.ts";

export const contract = defineContract({
  operationId: "list-site-keys",
  method: "GET",
  path: "/capturesources/{id}/keys",
  summary: "List the keys of a capture source, without their secrets.",
  access: "admin",
  params: idPath("capture source", 1),
  query: z.strictObject(pageQuery),
  responses: { 200: pageOf(SiteKeyView) },
  faults: ["too-large"],
});
