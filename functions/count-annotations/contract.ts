import { CountQuery, CountsView } from "../../shared/domain/annotation-counts.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "count-annotations",
  method: "GET",
  path: "/annotations/counts",
  summary: "Count the annotations that match every filter, by one or two of their properties.",
  access: "readonly",
  params: nothing,
  query: CountQuery,
  body: nothing,
  responses: { 200: CountsView },
  faults: ["too-large"],
});
