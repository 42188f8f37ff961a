import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { NewSiteKeyView } from "../../shared/views/person/site-key.ts";

export const contract = defineContract({
  operationId: "create-site-key",
  method: "POST",
  path: "/capturesources/{id}/keys",
  summary: "Create a key for a camera's computer. Only this response contains the key.",
  access: "admin",
  params: idPath("capture source", 1),
  responses: { 201: NewSiteKeyView },
  faults: ["conflict"],
});
