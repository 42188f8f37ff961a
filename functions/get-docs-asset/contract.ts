import * as z from "zod/mini";
import { described } from "../../shared/domain/wire/described.ts";
import { mustBe } from "../../shared/domain/wire/must-be.ts";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "get-docs-asset",
  method: "GET",
  path: "/docs/{asset}",
  summary: "Get a script or a style sheet of the documentation page.",
  access: "public",
  params: z.strictObject({
    asset: described(
      z
        .string({ error: mustBe("the name of a file of the documentation page") })
        .check(z.regex(/^[a-z0-9.-]{1,100}$/)),
      "Name of the file, as in the HTML of the documentation page.",
      "start.js",
    ),
  }),
  responses: { 200: { mediaTypes: ["text/css", "text/javascript"] } },
});
