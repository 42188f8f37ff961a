import * as z from "zod/mini";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "get-openapi",
  method: "GET",
  path: "/openapi.json",
  summary: "Get this description of the API.",
  access: "public",
  params: nothing,
  query: nothing,
  body: nothing,
  responses: { 200: z.looseObject({ openapi: z.string() }) },
  faults: [],
});
