import * as z from "zod/mini";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "get-health",
  method: "GET",
  path: "/health",
  summary: "Check that the service responds. This request reads no data.",
  access: "public",
  params: nothing,
  query: nothing,
  body: nothing,
  responses: { 200: z.strictObject({ status: z.literal("ok") }) },
  faults: [],
});
