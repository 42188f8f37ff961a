import * as z from "zod/mini";
import { mustBe } from "../../shared/domain/wire/must-be.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "get-docs-asset",
  method: "GET",
  path: "/docs/{asset}",
  summary: "Get a script or a style sheet of the documentation page.",
  access: "public",
  params: z.strictObject({
    asset: z.string({ error: mustBe("the name of a file of the documentation page") }).check(
      z.regex(/^[a-z0-9.-]{1,100}$/),
      z.meta({
        description: "Name of the file, as in the HTML of the documentation page.",
        examples: ["start.js"],
      }),
    ),
  }),
  query: nothing,
  body: nothing,
  responses: { 200: { mediaTypes: ["text/css", "text/javascript"] } },
  faults: ["not-found"],
});
