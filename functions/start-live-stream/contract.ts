import * as z from "zod/mini";
import { NewLiveStream } from "../../shared/domain/stream/live-stream.ts";
import { Id } from "../../shared/domain/wire/id.ts";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "start-live-stream",
  method: "POST",
  path: "/videostreams/live",
  summary: "Register a video stream that is being recorded.",
  access: "curator or site",
  body: NewLiveStream,
  responses: { 200: z.strictObject({ id: Id }) },
});
