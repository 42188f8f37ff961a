/**
 * Identifies a request that its caller may send again (draft-ietf-httpapi-idempotency-key-header). Equal
 * `digest`: the same caller, endpoint and key. Equal `bodyHash`: the same request.
 */
export type Idempotency = { readonly digest: string; readonly bodyHash: string };
