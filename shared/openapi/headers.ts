/** The headers that answers can have, those apart that every answer has for browsers (CORS and caching). */
export const answerHeaders = {
  ETag: header("The entity tag of this answer, for If-None-Match and If-Match.", '"r1pYpDeaKzvDw3sZYSzTVg"'),
  "Idempotent-Replayed": {
    ...header("Present when an earlier try of this request made the record.", "true"),
    required: false,
  },
  Link: {
    ...header(
      "The first and last page, and the previous and next one where there are such (RFC 8288). Left out above 4 KB.",
      '</api/v1/species?limit=20&offset=20>; rel="next"',
    ),
    required: false,
  },
  Location: header("Where it is.", "/api/v1/annotations/42"),
  "Retry-After": header("Seconds until the same request may succeed.", "1"),
  "WWW-Authenticate": header("The scheme that would be accepted.", 'Bearer realm="api"'),
  "x-amzn-RequestId": header(
    "The request's id, under which the log has it.",
    "3bdc5b06-f579-4e95-a1de-2c40bacdf36a",
  ),
} as const;

export type AnswerHeader = keyof typeof answerHeaders;

export function headerRefs(...names: readonly AnswerHeader[]): Record<string, { readonly $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function header(description: string, example: string) {
  return { description, required: true, schema: { type: "string" }, example };
}
