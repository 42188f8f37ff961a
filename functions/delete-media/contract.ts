import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "delete-media",
  method: "DELETE",
  path: "/media/{id}",
  summary: "Delete a media file.",
  access: "admin",
  params: idPath("media file", 1),
  responses: { 200: "empty" },
});
