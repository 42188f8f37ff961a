import { Playable } from "../../shared/domain/media/playable.ts";
import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "play-video-stream",
  method: "GET",
  path: "/videostreams/{id}/play",
  summary: "Get the address at which a stream's whole video can be played.",
  description:
    "Signed addresses need no token and work for 60 minutes, or until `expires_at`. Of an HLS playlist in S3 you get the text of one playlist, with at most 2,000 segments.",
  access: "readonly",
  roleSetting: "PlayRole",
  params: idPath("video stream", 2),
  query: nothing,
  body: nothing,
  responses: { 200: Playable },
  faults: ["not-found", "too-large", "unprocessable", "source-unavailable"],
});
