import { AnnotationQuery } from "../../shared/domain/annotation/query.ts";
import { AnnotationView } from "../../shared/domain/annotation/shape.ts";
import { pageOf } from "../../shared/domain/wire/page.ts";
import { defineContract, nothing } from "../../shared/http/contract.ts";

export const contract = defineContract({
  operationId: "list-annotations",
  method: "GET",
  path: "/annotations",
  summary: "List the annotations that match every filter, by id or by time.",
  description: `Filters combine freely, and \`total\` counts everything that matches. Whole questions:

- Foxes at night in March around the ridge that nobody has confirmed, the latest first:
  \`GET /annotations?name=red+fox&month=2026-03&hour[from]=20&hour[to]=6&near=51.496,4.774,5&review=unreviewed&review=one&order=-start_time\`
- What camera 2 saw in a week: \`GET /annotations?capturesource=2&day[from]=2026-03-02&day[to]=2026-03-08\`
- What I have not voted on: \`GET /annotations?votedby=!me\`
- Machines' labels from 0.8: \`GET /annotations?method=machine&min_confidence=0.8\`
- What is labelled between minutes 10 and 20 of a video:
  \`GET /annotations?videostream=4&during[start]=00:10:00&during[end]=00:20:00\`

\`docs/find.md\` in the source of this service has twenty such questions.`,
  access: "readonly",
  params: nothing,
  query: AnnotationQuery,
  body: nothing,
  responses: { 200: pageOf(AnnotationView) },
  faults: ["too-large"],
});
