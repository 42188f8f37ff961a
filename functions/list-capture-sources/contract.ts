import * as z from "zod/mini";
import { CaptureSourceView } from "../../shared/domain/capture-source.ts";
import { Location } from "../../shared/domain/location.ts";
import { pageOf, pageQuery } from "../../shared/domain/page.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "list-capture-sources",
  method: "GET",
  path: "/capturesources",
  summary: "The capture sources of this name and place, by id.",
  access: "readonly",
  params: nothing,
  query: z.strictObject({
    ...pageQuery,
    name: z.optional(z.string().check(z.minLength(1))),
    location: z.optional(Location),
  }),
  body: nothing,
  responses: { 200: pageOf(CaptureSourceView) },
  faults: ["too-large"],
});
