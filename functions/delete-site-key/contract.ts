import { SiteKeyPath } from "../../shared/domain/person/site-key.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "delete-site-key",
  method: "DELETE",
  path: "/capturesources/{id}/keys/{key_id}",
  summary: "Revoke a key of a capture source. The key stops working at once.",
  access: "admin",
  params: SiteKeyPath,
  query: nothing,
  body: nothing,
  responses: { 200: "empty" },
  faults: ["not-found"],
});
