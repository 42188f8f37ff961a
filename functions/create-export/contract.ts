import { NewExport } from "../../shared/domain/job/new-export.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { ExportView } from "../../shared/views/job/export.ts";

export const contract = defineContract({
  operationId: "create-export",
  method: "POST",
  path: "/exports",
  summary: "Create an export of the annotations that match every filter.",
  description:
    "The export contains exactly the annotations that `GET /annotations` lists with the same filters when you send this request. An export of up to 2,000 annotations is usually `done` in this response. Otherwise, repeat `GET /exports/{id}` until its status is `done`. The files of an export are kept for 7 days, unless the operator has changed the parameter `ExportDays`. You may have 5 unfinished exports, each of at most 10,000,000 annotations.",
  access: "curator",
  // The rate limit counts the annotations that it reads, as for a list.
  itemCost: 1,
  body: NewExport,
  responses: { 202: ExportView },
  faults: ["too-large", "conflict"],
});
