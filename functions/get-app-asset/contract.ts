import * as z from "zod/mini";
import { mustBe } from "../../shared/domain/wire/must-be.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "get-app-asset",
  method: "GET",
  path: "/app/{asset}",
  summary: "Get a script, a style sheet or a picture of the page.",
  access: "public",
  params: z.strictObject({
    asset: z.string({ error: mustBe("the name of a file of the page") }).check(
      z.regex(/^[A-Za-z0-9.-]{1,100}$/),
      z.meta({
        description: "Name of the file, as in the page's HTML.",
        examples: ["icon.svg"],
      }),
    ),
  }),
  query: nothing,
  body: nothing,
  responses: { 200: { mediaTypes: ["text/css", "text/javascript", "image/svg+xml"] } },
  faults: ["not-found"],
});
