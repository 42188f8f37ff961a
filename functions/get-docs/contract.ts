import { defineContract } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "get-docs",
  method: "GET",
  path: "/docs",
  summary: "Get the documentation page, which shows this description and can send requests.",
  access: "public",
  responses: { 200: { mediaTypes: ["text/html"] } },
});
