import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "get-docs",
  method: "GET",
  path: "/docs",
  summary: "A page that shows this description and runs requests.",
  access: "public",
  params: nothing,
  query: nothing,
  body: nothing,
  responses: { 200: { mediaTypes: ["text/html"] } },
  faults: [],
});
