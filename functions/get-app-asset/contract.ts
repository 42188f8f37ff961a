import * as z from "zod/mini";
import { described } from "../../shared/domain/wire/described.ts";
import { mustBe } from "../../shared/domain/wire/must-be.ts";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "get-app-asset",
  method: "GET",
  path: "/app/{asset}",
  summary: "Get a script, a style sheet or a picture of the page.",
  access: "public",
  params: z.strictObject({
    asset: described(
      z.string({ error: mustBe("the name of a file of the page") }).check(z.regex(/^[A-Za-z0-9.-]{1,100}$/)),
      "Name of the file, as in the page's HTML.",
      "icon.svg",
    ),
  }),
  responses: { 200: { mediaTypes: ["text/css", "text/javascript", "image/svg+xml"] } },
});
