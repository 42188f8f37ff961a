import { NewImport } from "../../shared/domain/job/new-import.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { BegunImport } from "../../shared/views/job/import.ts";

export const contract = defineContract({
  operationId: "create-import",
  method: "POST",
  path: "/imports",
  summary: "Announce a file to import, and get the URL for its upload.",
  description:
    "PUT the file to `upload.url` with exactly the headers in `upload.headers`, then start the import. S3 refuses a file that differs from `bytes` and `sha256`. To get a new URL, send the same request with the same Idempotency-Key. Instead of an upload, `s3_url` can name a file in a bucket. An import without its file is deleted after a day. You may have 5 unfinished exports and imports. The announced bytes count towards the daily limit of uploads, even if you delete the import, because its URL stays valid for an hour.",
  access: "curator",
  body: NewImport,
  responses: { 201: BegunImport },
  faults: ["too-large"],
});
