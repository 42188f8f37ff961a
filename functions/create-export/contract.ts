import { ExportView, NewExport } from "../../shared/domain/job/export-views.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "create-export",
  method: "POST",
  path: "/exports",
  summary: "Begin an export of the annotations that match every filter.",
  description:
    "The export has exactly the annotations that `GET /annotations` lists with the same filters at this moment. Up to 2,000 of them are usually `done` in this answer; otherwise GET the export until it is. Its files are kept for some days (parameter `ExportDays`, default 7). You may have 5 unfinished exports, each of at most 10,000,000 annotations.",
  access: "curator",
  // What it reads counts, as for a list.
  itemCost: 1,
  params: nothing,
  query: nothing,
  body: NewExport,
  responses: { 202: ExportView },
  faults: ["too-large", "conflict"],
});
