import * as z from "zod/mini";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "get-app",
  method: "GET",
  path: "/app",
  summary: "Get the page on which people watch and annotate videos.",
  description:
    "Query parameters are ignored. The issuer redirects people to this URL with parameters for the page's script.",
  access: "public",
  // The issuer redirects people here with its own parameters. Only the page's script reads them.
  query: z.looseObject({}),
  responses: { 200: { mediaTypes: ["text/html"] } },
});
