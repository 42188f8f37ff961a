import { IdPath } from "../../shared/domain/id.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "delete-media",
  method: "DELETE",
  path: "/media/{id}",
  summary: "Deletes a media file.",
  access: "admin",
  params: IdPath,
  query: nothing,
  body: nothing,
  responses: { 200: "empty" },
  faults: ["not-found"],
});
