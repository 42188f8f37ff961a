/**
 * Identifies a request that its caller may send again (draft-ietf-httpapi-idempotency-key-header). Equal
 * `digest`: the same caller, endpoint and key. Equal `bodyHash`: the same request.
 */
export type Idempotency = { readonly digest: string; readonly bodyHash: string };

/** The idempotency of a request, if it has a key. It may depend on a caller who is still being admitted. */
export type PendingIdempotency = Idempotency | Promise<Idempotency> | undefined;
