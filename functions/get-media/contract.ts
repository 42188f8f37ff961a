import * as z from "zod/mini";
import { IdPath } from "../../shared/domain/id.ts";
import { MediaLink, MediaType, Redirect } from "../../shared/domain/media.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "get-media",
  method: "GET",
  path: "/media/{id}",
  summary: "A media file, or for a large one where it is.",
  access: "admin",
  params: IdPath,
  query: z.strictObject({ redirect: Redirect }),
  body: nothing,
  responses: { 200: { mediaTypes: MediaType.options, json: MediaLink }, 302: "empty" },
  faults: ["not-found"],
});
