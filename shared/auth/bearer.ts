import { Fault } from "../domain/fault.ts";

/**
 * The token of the one Authorization header, `Bearer <token>` (RFC 6750, 2.1).
 * @param values every value of the header, as sent
 * @throws Fault `unauthenticated`
 */
export function bearerToken(values: readonly string[]): string {
  const [value, another] = values;
  if (value === undefined) {
    throw new Fault("unauthenticated", "Send a token in the header Authorization: Bearer <token>.");
  }
  const token = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i.exec(value)?.[1];
  // Two credentials are refused rather than one of them chosen: a proxy before us may have chosen the other.
  if (another !== undefined || token === undefined) {
    throw new Fault("unauthenticated", "Send exactly one Authorization header, of the form Bearer <token>.");
  }
  return token;
}
