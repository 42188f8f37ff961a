import * as z from "zod/mini";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "get-docs-asset",
  method: "GET",
  path: "/docs/{asset}",
  summary: "A script or a style of the documentation page.",
  access: "public",
  params: z.strictObject({
    asset: z.string().check(z.regex(/^[a-z0-9.-]{1,100}$/), z.meta({ examples: ["start.js"] })),
  }),
  query: nothing,
  body: nothing,
  responses: { 200: { mediaTypes: ["text/css", "text/javascript"] } },
  faults: ["not-found"],
});
