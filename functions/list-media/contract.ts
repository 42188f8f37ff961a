import * as z from "zod/mini";
import { IdText } from "../../shared/domain/id.ts";
import { MediaView } from "../../shared/domain/media.ts";
import { pageOf, pageQuery } from "../../shared/domain/page.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "list-media",
  method: "GET",
  path: "/media",
  summary: "The media of one stream or of all, by id.",
  access: "admin",
  params: nothing,
  query: z.strictObject({ ...pageQuery, videostream: z.optional(IdText) }),
  body: nothing,
  responses: { 200: pageOf(MediaView) },
  faults: ["too-large"],
});
