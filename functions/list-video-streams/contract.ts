import * as z from "zod/mini";
import { IdText } from "../../shared/domain/id.ts";
import { pageOf, pageQuery } from "../../shared/domain/page.ts";
import { Timestamp } from "../../shared/domain/timestamp.ts";
import { VideoStreamView } from "../../shared/domain/video-stream.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "list-video-streams",
  method: "GET",
  path: "/videostreams",
  summary: "The streams that overlap a timespan, by start; of one capture source or of all.",
  access: "readonly",
  params: nothing,
  query: z.strictObject({
    ...pageQuery,
    "timespan[start]": z.optional(Timestamp),
    "timespan[end]": z.optional(Timestamp),
    capturesource: z.optional(IdText),
  }),
  body: nothing,
  responses: { 200: pageOf(VideoStreamView) },
  faults: ["too-large"],
});
