import { CaptureSourcePatch } from "../../shared/domain/source/capture-source.ts";
import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { CaptureSourceView } from "../../shared/views/source/capture-source.ts";

export const contract = defineContract({
  operationId: "update-capture-source",
  method: "PATCH",
  path: "/capturesources/{id}",
  summary: "Change a capture source.",
  description:
    "A new `time_zone` also changes the local times of the source's annotations. If there are many, some change within minutes after the response. The header `Pending-Annotations` has their number.",
  access: "curator",
  params: idPath("capture source", 1),
  body: CaptureSourcePatch,
  responses: { 200: CaptureSourceView },
  headers: ["Pending-Annotations"],
  faults: ["conflict"],
});
