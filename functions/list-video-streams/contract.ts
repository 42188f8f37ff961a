import * as z from "zod/mini";
import { streamShape } from "../../shared/domain/stream/shape.ts";
import { Timestamp } from "../../shared/domain/time/timestamp.ts";
import { described } from "../../shared/domain/wire/described.ts";
import { idParameter } from "../../shared/domain/wire/id.ts";
import { pageQuery } from "../../shared/domain/wire/page.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { VideoStreamView } from "../../shared/views/stream/video-stream.ts";
import { pageOf } from "../../shared/views/wire/page.ts";

export const contract = defineContract({
  operationId: "list-video-streams",
  method: "GET",
  path: "/videostreams",
  summary: "List the video streams that overlap a timespan, sorted by start time in either direction.",
  access: "readonly",
  query: z.strictObject({
    ...pageQuery,
    "timespan[start]": described(
      z.optional(Timestamp),
      "Only streams that end at or after this time, or are live. Default: no limit. In a URL, write + as %2B.",
      "2026-03-01T00:00:00Z",
    ),
    "timespan[end]": described(
      z.optional(Timestamp),
      "Only streams that start at or before this time. Default: no limit. In a URL, write + as %2B.",
      "2026-03-02T00:00:00Z",
    ),
    capturesource: z.optional(idParameter("Only streams of the capture source with this id.", 1)),
    order: described(
      z._default(z.enum(["startTime", "-startTime"]), "startTime"),
      "`startTime` (the default): the earliest start first. `-startTime`: the latest first. Equal starts are sorted by id in the same direction.",
      "-startTime",
    ),
    shape: streamShape,
  }),
  responses: { 200: pageOf(VideoStreamView) },
  faults: ["too-large"],
});
