/**
 * A create that its caller may send again (draft-ietf-httpapi-idempotency-key-header): the same `digest` is
 * the same caller, route and key; the same `bodyHash` is the same request.
 */
export type Idempotency = { readonly digest: string; readonly bodyHash: string };
