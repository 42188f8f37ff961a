import { AnnotationQuery } from "../../shared/domain/annotation/query.ts";
import { defineContract } from "../../shared/http/contract.ts";
import { AnnotationView } from "../../shared/views/annotation/shape.ts";
import { pageOf } from "../../shared/views/wire/page.ts";

export const contract = defineContract({
  operationId: "list-annotations",
  method: "GET",
  path: "/annotations",
  summary: "List the annotations that match every filter, sorted by id or by time.",
  description: `All filters can be combined. \`total\` is the number of matching annotations. Examples:

- Unconfirmed foxes at night in March near the ridge, the latest first:
  \`GET /annotations?name=red+fox&month=2026-03&hour[from]=20&hour[to]=6&near=51.496,4.774,5&review=unreviewed&review=one&order=-start_time\`
- All annotations of camera 2 in a week: \`GET /annotations?capturesource=2&day[from]=2026-03-02&day[to]=2026-03-08\`
- Annotations that you have not voted on: \`GET /annotations?votedby=!me\`
- Machines' labels with a confidence of at least 0.8: \`GET /annotations?method=machine&min_confidence=0.8\`
- Annotations between minutes 10 and 20 of a video:
  \`GET /annotations?videostream=4&during[start]=00:10:00&during[end]=00:20:00\`

\`docs/find.md\` in the source code of this service has twenty examples.`,
  access: "readonly",
  query: AnnotationQuery,
  responses: { 200: pageOf(AnnotationView) },
  faults: ["too-large"],
});
