import * as z from "zod/mini";
import { streamShape } from "../../shared/domain/stream/shape.ts";
import { idPath } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { VideoStreamView } from "../../shared/views/stream/video-stream.ts";

export const contract = defineContract({
  operationId: "get-video-stream",
  method: "GET",
  path: "/videostreams/{id}",
  summary: "Get a video stream.",
  access: "readonly",
  params: idPath("video stream", 2),
  query: z.strictObject({ shape: streamShape }),
  responses: { 200: VideoStreamView },
});
