import * as z from "zod/mini";
import { Location } from "../../shared/domain/place/location.ts";
import { namePrefix } from "../../shared/domain/species/name-prefix.ts";
import { described } from "../../shared/domain/wire/described.ts";
import { pageQuery } from "../../shared/domain/wire/page.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { CaptureSourceView } from "../../shared/views/source/capture-source.ts";
import { pageOf } from "../../shared/views/wire/page.ts";

export const contract = defineContract({
  operationId: "list-capture-sources",
  method: "GET",
  path: "/capturesources",
  summary: "List the capture sources that match every filter, sorted by id.",
  access: "readonly",
  query: z.strictObject({
    ...pageQuery,
    name: z.optional(
      described(
        z.string().check(z.minLength(1)),
        "Only capture sources with exactly this name.",
        "Otter bend",
      ),
    ),
    prefix: z.optional(namePrefix("Only capture sources")),
    location: described(
      z.optional(Location),
      "Only capture sources at this place: `<latitude>,<longitude>` in decimal degrees (WGS 84). 51.50 and 51.5 count as equal.",
      "51.181,5.655",
    ),
  }),
  responses: { 200: pageOf(CaptureSourceView) },
  faults: ["too-large"],
});
