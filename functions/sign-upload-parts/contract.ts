import { PartsToSign, SignedParts } from "../../shared/domain/upload/parts.ts";
import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "sign-upload-parts",
  method: "POST",
  path: "/uploads/{id}/parts",
  summary: "Get URLs for sending parts of an upload.",
  description:
    "PUT each part to its `url`, with its `headers`, within an hour. S3 refuses bytes that do not match the part's `sha256`.",
  access: "curator or site",
  params: idPath("upload", 1),
  body: PartsToSign,
  responses: { 200: SignedParts },
  makesRecord: false,
  faults: ["conflict"],
});
