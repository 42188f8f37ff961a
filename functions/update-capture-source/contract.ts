import { CaptureSourcePatch, CaptureSourceView } from "../../shared/domain/capture-source.ts";
import { idPath } from "../../shared/domain/id.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "update-capture-source",
  method: "PATCH",
  path: "/capturesources/{id}",
  summary: "Change a capture source.",
  access: "curator",
  params: idPath("capture source", 1),
  query: nothing,
  body: CaptureSourcePatch,
  responses: { 200: CaptureSourceView },
  faults: ["not-found", "conflict"],
});
