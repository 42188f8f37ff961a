import { ImportStart, ImportView } from "../../shared/domain/job/import-views.ts";
import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "start-import",
  method: "POST",
  path: "/imports/{id}/start",
  summary: "Start an import whose file has been uploaded.",
  description:
    'The whole file is checked before anything is written. With `"dry_run": true` that is all: the import is then `checked`, has its report, and may be started again. A file of at most 1 MB is usually done in this answer; otherwise GET the import until it is. Sent again with the same options, the request starts nothing: it returns how the import is. Each row becomes a record once, however often the same package is imported. Only who began an import may start it.',
  access: "curator",
  makesRecord: false,
  params: idPath("import", 1),
  query: nothing,
  body: ImportStart,
  responses: { 202: ImportView },
  faults: ["not-found", "conflict"],
});
