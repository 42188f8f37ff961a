import { CaptureSourcePatch, CaptureSourceView } from "../../shared/domain/capture-source.ts";
import { IdPath } from "../../shared/domain/id.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "update-capture-source",
  method: "PATCH",
  path: "/capturesources/{id}",
  summary: "Changes the fields that are given; site_id null removes it.",
  access: "curator",
  params: IdPath,
  query: nothing,
  body: CaptureSourcePatch,
  responses: { 200: CaptureSourceView },
  faults: ["not-found", "conflict"],
});
