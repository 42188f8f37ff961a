import * as z from "zod/mini";
import { NewVideoStream } from "../../shared/domain/stream/video-stream.ts";
import { Id } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "create-video-stream",
  method: "POST",
  path: "/videostreams",
  summary: "Register a recorded video stream.",
  access: "curator or site",
  body: NewVideoStream,
  responses: { 200: z.strictObject({ id: Id }) },
});
