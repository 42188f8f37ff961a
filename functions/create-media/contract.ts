import * as z from "zod/mini";
import { NewMedia, UploadLink } from "../../shared/domain/media/media.ts";
import { Id } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "create-media",
  method: "POST",
  path: "/media",
  summary: "Announce a picture or a video, and get the URL for its upload.",
  access: "admin",
  body: NewMedia,
  responses: { 201: z.strictObject({ id: Id, upload: UploadLink }) },
  faults: ["conflict"],
});
