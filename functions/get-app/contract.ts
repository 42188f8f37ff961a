import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "get-app",
  method: "GET",
  path: "/app",
  summary: "Get the page on which people look at videos and their annotations.",
  access: "public",
  params: nothing,
  query: nothing,
  body: nothing,
  responses: { 200: { mediaTypes: ["text/html"] } },
  faults: [],
});
