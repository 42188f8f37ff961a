import { CountQuery, CountsView } from "../../shared/domain/annotation/counts.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "count-annotations",
  method: "GET",
  path: "/annotations/counts",
  summary: "Count the annotations that match every filter, by one or two of their properties.",
  description: `It takes every filter of \`GET /annotations\`. Whole questions:

- When is each species active? \`GET /annotations/counts?by=species,hour\`
- What did each camera see in March, by day? \`GET /annotations/counts?by=capturesource,day&month=2026-03\`
- How much is left to review? \`GET /annotations/counts?by=review\`

Divide by \`GET /videostreams/effort\` for sightings an hour of video.`,
  access: "readonly",
  params: nothing,
  query: CountQuery,
  body: nothing,
  responses: { 200: CountsView },
  faults: ["too-large"],
});
