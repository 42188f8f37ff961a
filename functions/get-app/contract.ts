import * as z from "zod/mini";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "get-app",
  method: "GET",
  path: "/app",
  summary: "Get the page on which people look at videos and their annotations.",
  description: "Any query is accepted: the issuer sends people back to this address with its answer.",
  access: "public",
  params: nothing,
  // The issuer returns people here, with parameters of its own. Only the page reads them.
  query: z.looseObject({}),
  body: nothing,
  responses: { 200: { mediaTypes: ["text/html"] } },
  faults: [],
});
