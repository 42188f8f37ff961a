import { BegunImport, NewImport } from "../../shared/domain/job/import-views.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "create-import",
  method: "POST",
  path: "/imports",
  summary: "Announce a file to import, and get the URL for its upload.",
  description:
    "PUT the file to `upload.url` with exactly the headers in `upload.headers`, then start the import. S3 refuses other bytes than announced. Send the same request with the same Idempotency-Key for a new URL. Without an upload, `s3_url` names a file in a bucket. An import whose file does not come goes after a day. You may have 5 unfinished exports and imports.",
  access: "curator",
  params: nothing,
  query: nothing,
  body: NewImport,
  responses: { 201: BegunImport },
  faults: ["too-large"],
});
