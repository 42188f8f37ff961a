import * as z from "zod/mini";
import { MediaLink, MediaType, Redirect } from "../../shared/domain/media/media.ts";
import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "get-media",
  method: "GET",
  path: "/media/{id}",
  summary: "Get a media file, or a redirect to it if it is large.",
  access: "admin",
  roleSetting: "MediaRole",
  params: idPath("media file", 1),
  query: z.strictObject({ redirect: Redirect }),
  responses: { 200: { mediaTypes: MediaType.options, json: MediaLink }, 302: "empty" },
});
