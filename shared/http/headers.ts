/** Request headers that scripts in browsers may send, besides the safelisted ones (CORS). */
export const allowedRequestHeaders = [
  "Accept",
  "Accepts",
  "Authorization",
  "Content-Type",
  "Idempotency-Key",
  "If-Match",
  "If-None-Match",
] as const;

/** Response headers that scripts in browsers may read, besides the safelisted ones (CORS). */
const exposedHeaders = [
  "ETag",
  "Idempotent-Replayed",
  "Link",
  "Location",
  "Pending-Annotations",
  "Retry-After",
  "x-amzn-RequestId",
] as const;

/**
 * Headers of every response. Pages of any origin may call the API: browsers never add the Authorization header by
 * themselves, so another page cannot use a visitor's credential.
 */
export const commonHeaders = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": exposedHeaders.join(","),
  "Cache-Control": "private, no-cache",
  // Two years (RFC 6797). Browsers ignore it over plain HTTP, which only the local stack uses.
  "Strict-Transport-Security": "max-age=63072000",
  // `Accepts` is this interface's own name for `Accept`.
  Vary: "Authorization, Accept, Accepts",
  "X-Content-Type-Options": "nosniff",
} as const;

export const problemMediaType = "application/problem+json";
