import { IdPath } from "../../shared/domain/id.ts";
import { NewSiteKeyView } from "../../shared/domain/site-key.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "create-site-key",
  method: "POST",
  path: "/capturesources/{id}/keys",
  summary: "Makes a key for the computer of a capture source; it is shown this once.",
  access: "admin",
  params: IdPath,
  query: nothing,
  body: nothing,
  responses: { 201: NewSiteKeyView },
  faults: ["not-found", "conflict"],
});
