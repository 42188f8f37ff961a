/** The headers that answers can have, except those for browsers that every answer has (CORS and caching). */
export const answerHeaders = {
  ETag: header(
    "The entity tag of this answer. Send it in `If-None-Match` or `If-Match`.",
    '"r1pYpDeaKzvDw3sZYSzTVg"',
  ),
  "Idempotent-Replayed": {
    ...header("Present when an earlier request with the same Idempotency-Key created the record.", "true"),
    required: false,
  },
  Link: {
    ...header(
      "The first, previous, next and last page of the list, as far as they exist (RFC 8288). Absent above 4 KB.",
      '</api/v1/species?limit=20&offset=20>; rel="next"',
    ),
    required: false,
  },
  Location: header("The address of the record or the file.", "/api/v1/annotations/42"),
  "Pending-Annotations": {
    ...header(
      "Number of annotations whose times do not follow the correction yet. Lists are right meanwhile. Absent when all times are right.",
      "4200",
    ),
    required: false,
  },
  "Retry-After": header("Seconds to wait before you send the same request again.", "1"),
  "WWW-Authenticate": header("The authentication scheme that the service accepts.", 'Bearer realm="api"'),
  "x-amzn-RequestId": header(
    "The id of the request, by which the log names it.",
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
