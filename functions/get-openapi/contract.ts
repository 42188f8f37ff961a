import * as z from "zod/mini";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "get-openapi",
  method: "GET",
  path: "/openapi.json",
  summary: "Get this description of the API.",
  access: "public",
  responses: { 200: z.looseObject({ openapi: z.string() }) },
});
