/** The headers of responses, except those that every response has for browsers (CORS and caching). */
export const answerHeaders = {
  ETag: header(
    "The entity tag of this response. Send it in `If-None-Match` or `If-Match`.",
    '"r1pYpDeaKzvDw3sZYSzTVg"',
  ),
  "Idempotent-Replayed": {
    ...header("Present when an earlier request with the same Idempotency-Key created the record.", "true"),
    required: false,
  },
  Link: {
    ...header(
      "Links to the first, previous, next and last page of the list, if they exist (RFC 8288). Absent if this header would be longer than 4 KB.",
      '</api/v1/species?limit=20&offset=20>; rel="next"',
    ),
    required: false,
  },
  Location: header("The address of the record or the file.", "/api/v1/annotations/42"),
  "Pending-Annotations": {
    ...header(
      "Number of annotations whose times are not corrected yet. Lists use the corrected times already. Absent if all times are corrected.",
      "4200",
    ),
    required: false,
  },
  "Retry-After": header("Seconds to wait before you send the same request again.", "1"),
  "WWW-Authenticate": header("The authentication scheme that the service accepts.", 'Bearer realm="api"'),
  "x-amzn-RequestId": header(
    "The id of the request. The service's log contains it.",
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
