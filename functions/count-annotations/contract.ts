import { CountQuery } from "../../shared/domain/annotation/counts.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { CountsView } from "../../shared/views/annotation/counts.ts";

export const contract = defineContract({
  operationId: "count-annotations",
  method: "GET",
  path: "/annotations/counts",
  summary: "Count the annotations that match every filter, grouped by one or two of their properties.",
  description: `All filters of \`GET /annotations\` work here, too. Examples:

- When is each species active? \`GET /annotations/counts?by=species,hour\`
- How many annotations does each camera have on each day of March? \`GET /annotations/counts?by=capturesource,day&month=2026-03\`
- How many annotations still need a review? \`GET /annotations/counts?by=review\`

To get sightings per hour of video, divide each count by the recorded hours (\`seconds\` / 3600 of \`GET /videostreams/effort\`).`,
  access: "readonly",
  query: CountQuery,
  responses: { 200: CountsView },
  faults: ["too-large"],
});
