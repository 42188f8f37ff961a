import * as z from "zod/mini";
import { MediaOffset } from "../../shared/domain/time/media-offset.ts";
import { described } from "../../shared/domain/wire/described.ts";
import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { Playable } from "../../shared/views/media/playable.ts";

export const contract = defineContract({
  operationId: "play-video-stream",
  method: "GET",
  path: "/videostreams/{id}/play",
  summary: "Get the URL at which a stream's whole video can be played.",
  description:
    "Signed URLs need no token and work until `expires_at`, at most 60 minutes. For an HLS playlist in S3, the response contains the text of one media playlist, with at most 2,000 segments.",
  access: "readonly",
  roleSetting: "PlayRole",
  params: idPath("video stream", 2),
  query: z.strictObject({
    copy: described(
      z.optional(z.enum(["true"])),
      "`true`: the playable copy, as an HLS playlist, instead of the video itself. While the copy is being made, the playlist has the minutes that are there, and no `#EXT-X-ENDLIST`. 404 without a copy: ask for one with `POST /videostreams/{id}/copy`.",
      "true",
    ),
    from: described(
      z.optional(MediaOffset),
      "Only with `copy=true`: list the copy from this time on. Default: from its start.",
      "26:00:00.000",
    ),
    until: described(
      z.optional(MediaOffset),
      "Only with `copy=true`: list the copy before this time. Default: to its end.",
      "27:00:00.000",
    ),
  }),
  responses: { 200: Playable },
  faults: ["too-large", "unprocessable", "source-unavailable"],
});
