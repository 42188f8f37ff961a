import * as z from "zod/mini";
import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "get-health",
  method: "GET",
  path: "/health",
  summary: "Check that the service responds. This request reads no data.",
  access: "public",
  responses: { 200: z.strictObject({ status: z.literal("ok") }) },
});
