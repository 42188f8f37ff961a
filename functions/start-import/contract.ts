import { ImportStart } from "../../shared/domain/job/new-import.ts";
import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { ImportView } from "../../shared/views/job/import.ts";

export const contract = defineContract({
  operationId: "start-import",
  method: "POST",
  path: "/imports/{id}/start",
  summary: "Start an import whose file has been uploaded.",
  description:
    'The service checks the whole file before it writes records. With `"dry_run": true`, it only checks the file: the import then becomes `checked`, has a report, and may be started again. A file of at most 1 MB is usually `done` in this response. Otherwise, repeat `GET /imports/{id}` until its status is `done`. A repeated request with the same options does not start the import again; it returns the state of the import. If a package is imported several times, each row becomes a record only once. Only the user who created the import may start it.',
  access: "curator",
  makesRecord: false,
  params: idPath("import", 1),
  body: ImportStart,
  responses: { 202: ImportView },
  faults: ["conflict"],
});
