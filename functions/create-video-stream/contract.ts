import * as z from "zod/mini";
import { NewVideoStream } from "../../shared/domain/stream/video-stream.ts";
import { Id } from "../../shared/domain/wire/id.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "create-video-stream",
  method: "POST",
  path: "/videostreams",
  summary: "Register a recorded video stream.",
  access: "curator or site",
  params: nothing,
  query: nothing,
  body: NewVideoStream,
  responses: { 200: z.strictObject({ id: Id }) },
  faults: [],
});
