import { PartsToSign, SignedParts } from "../../shared/domain/upload/parts.ts";
import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "sign-upload-parts",
  method: "POST",
  path: "/uploads/{id}/parts",
  summary: "Get the URLs to send parts of an upload to.",
  description:
    "Send each part in a PUT to its `url`, with its `headers`, within the hour. The URL takes these bytes alone: S3 refuses others.",
  access: "curator or site",
  params: idPath("upload", 1),
  query: nothing,
  body: PartsToSign,
  responses: { 200: SignedParts },
  makesRecord: false,
  faults: ["not-found", "conflict"],
});
