/** Request headers that a browser's script may send besides the safelisted ones (CORS). */
export const allowedRequestHeaders = [
  "Accept",
  "Accepts",
  "Authorization",
  "Content-Type",
  "Idempotency-Key",
  "If-Match",
  "If-None-Match",
] as const;

/** Response headers that a browser's script may read besides the safelisted ones (CORS). */
const exposedHeaders = [
  "ETag",
  "Idempotent-Replayed",
  "Link",
  "Location",
  "Retry-After",
  "x-amzn-RequestId",
] as const;

/**
 * On every answer. Any origin may call: the credential is a header that no browser adds by itself, so
 * there is nothing for another page to ride on.
 */
export const commonHeaders = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": exposedHeaders.join(","),
  "Cache-Control": "private, no-cache",
  // Two years (RFC 6797). Browsers ignore it over plain HTTP, which only the local stack speaks.
  "Strict-Transport-Security": "max-age=63072000",
  // `Accepts` is this interface's own name for `Accept`.
  Vary: "Authorization, Accept, Accepts",
  "X-Content-Type-Options": "nosniff",
} as const;

export const problemMediaType = "application/problem+json";
