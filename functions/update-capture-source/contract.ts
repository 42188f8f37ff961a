import { CaptureSourcePatch, CaptureSourceView } from "../../shared/domain/source/capture-source.ts";
import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "update-capture-source",
  method: "PATCH",
  path: "/capturesources/{id}",
  summary: "Change a capture source.",
  description:
    "A new `time_zone` also changes the local times of the source's annotations. If they are many, a part of them follows within minutes: see the header `Pending-Annotations`.",
  access: "curator",
  params: idPath("capture source", 1),
  query: nothing,
  body: CaptureSourcePatch,
  responses: { 200: CaptureSourceView },
  headers: ["Pending-Annotations"],
  faults: ["not-found", "conflict"],
});
