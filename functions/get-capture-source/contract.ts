import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { CaptureSourceView } from "../../shared/views/source/capture-source.ts";

export const contract = defineContract({
  operationId: "get-capture-source",
  method: "GET",
  path: "/capturesources/{id}",
  summary: "Get a capture source.",
  access: "readonly",
  params: idPath("capture source", 1),
  responses: { 200: CaptureSourceView },
});
