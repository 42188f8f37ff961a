import * as z from "zod/mini";
import { MediaLink, Redirect } from "../../shared/domain/media/media.ts";
import { MediaRangeText } from "../../shared/domain/media/range.ts";
import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "get-video-stream-media",
  method: "GET",
  path: "/videostreams/{id}/media",
  summary: "Get a still or a clip, cut from the stream's video.",
  access: "admin",
  roleSetting: "MediaRole",
  params: idPath("video stream", 2),
  query: z.strictObject({ time: MediaRangeText, redirect: Redirect }),
  responses: { 200: MediaLink, 302: "empty" },
  faults: ["not-acceptable", "too-large", "unprocessable", "source-unavailable"],
});
