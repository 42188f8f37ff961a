import { SiteKeyPath } from "../../shared/domain/person/site-key.ts";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "delete-site-key",
  method: "DELETE",
  path: "/capturesources/{id}/keys/{key_id}",
  summary: "Revoke a key of a capture source. The key stops working at once.",
  access: "admin",
  params: SiteKeyPath,
  responses: { 200: "empty" },
});
