/**
 * Identifies an idempotent request (draft-ietf-httpapi-idempotency-key-header). Requests with the same caller, endpoint
 * and key have the same `digest`; if they have the same `bodyHash` too, they are the same request.
 */
export type Idempotency = { readonly digest: string; readonly bodyHash: string };

/** The idempotency of a request, if it has a key. It may depend on a caller who is still being admitted. */
export type PendingIdempotency = Idempotency | Promise<Idempotency> | undefined;
