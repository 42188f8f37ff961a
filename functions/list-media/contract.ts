import * as z from "zod/mini";
import { idParameter } from "../../shared/domain/wire/id.ts";
import { pageQuery } from "../../shared/domain/wire/page.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { MediaView } from "../../shared/views/media/media.ts";
import { pageOf } from "../../shared/views/wire/page.ts";

export const contract = defineContract({
  operationId: "list-media",
  method: "GET",
  path: "/media",
  summary: "List the media files of one video stream or of all video streams, sorted by id.",
  access: "admin",
  query: z.strictObject({
    ...pageQuery,
    videostream: z.optional(idParameter("Only media files of the video stream with this id.", 2)),
  }),
  responses: { 200: pageOf(MediaView) },
  faults: ["too-large"],
});
