/**
 * Maximum number of bytes of a body in Lambda's response payload. The payload has at most 6,291,556 bytes (Lambda
 * quotas: 6 MB), headers included.
 */
export const maxBodyBytes = 6_000_000;

/** Number of bytes of a body in the payload. The payload is JSON, so each quote in the body takes two. */
export function payloadBytes(body: string): number {
  return Buffer.byteLength(JSON.stringify(body));
}
