import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { CopyView } from "../../shared/views/copy/copy.ts";

export const contract = defineContract({
  operationId: "create-copy",
  method: "POST",
  path: "/videostreams/{id}/copy",
  summary: "Ask for a playable copy of a stream's video.",
  description:
    "A copy has the same frames at the same times, encoded so that every browser plays them: H.264 with at most 1,080 lines. The service makes it in the background, minute by minute. You may repeat the request; it returns the state. `GET /videostreams/{id}?shape=full` has the state, too, and `GET /videostreams/{id}/play?copy=true` plays the copy. The minutes of video that the service copies in a day are limited. Above this limit, the response is 429 until the next day (UTC).",
  access: "annotator",
  makesRecord: false,
  params: idPath("video stream", 2),
  responses: { 202: CopyView },
  faults: ["conflict", "too-large", "unprocessable", "source-unavailable"],
});
