import { Fault } from "../domain/wire/fault.ts";

/**
 * The token of the one Authorization header, `Bearer <token>` (RFC 6750, 2.1).
 * @param values every value of the header, as sent
 * @throws Fault `unauthenticated`
 */
export function bearerToken(values: readonly string[]): string {
  const [value, another] = values;
  if (value === undefined) {
    throw new Fault("unauthenticated", "A token is required, in the header `Authorization: Bearer <token>`.");
  }
  const token = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i.exec(value)?.[1];
  // A second header is rejected: a proxy in front of this service may have used the other credential.
  if (another !== undefined || token === undefined) {
    throw new Fault(
      "unauthenticated",
      "Send exactly one header `Authorization`, of the form `Bearer <token>`.",
    );
  }
  return token;
}
