import { SiteKeyPath } from "../../shared/domain/site-key.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "delete-site-key",
  method: "DELETE",
  path: "/capturesources/{id}/keys/{key_id}",
  summary: "Takes a key of a capture source out of use at once.",
  access: "admin",
  params: SiteKeyPath,
  query: nothing,
  body: nothing,
  responses: { 200: "empty" },
  faults: ["not-found"],
});
