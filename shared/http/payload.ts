/**
 * What an answer's body may take of the payload in which Lambda hands it on: that has at most 6,291,556 bytes
 * (Lambda quotas: 6 MB), headers included.
 */
export const maxBodyBytes = 6_000_000;

/** The bytes of a body in the payload, where it is a text within JSON: every quote in it takes two. */
export function payloadBytes(body: string): number {
  return Buffer.byteLength(JSON.stringify(body));
}
