import * as z from "zod/mini";
import { EffortBy } from "../../shared/domain/source/effort.ts";
import { dayParameter } from "../../shared/domain/time/day-parameter.ts";
import { idParameter } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { EffortView } from "../../shared/views/source/effort.ts";

export const contract = defineContract({
  operationId: "get-video-stream-effort",
  method: "GET",
  path: "/videostreams/effort",
  summary: "Get the recorded time of each capture source, by local day or month.",
  access: "readonly",
  query: z.strictObject({
    by: EffortBy,
    capturesource: z.optional(idParameter("Only streams of the capture source with this id.", 1)),
    "day[from]": z.optional(
      dayParameter(
        "Only this day and later days, by the clock of each camera. Default: no limit.",
        "2026-03-01",
      ),
    ),
    "day[to]": z.optional(
      dayParameter(
        "Only this day and earlier days, by the clock of each camera. Default: no limit.",
        "2026-03-31",
      ),
    ),
  }),
  responses: { 200: EffortView },
  faults: ["too-large"],
});
