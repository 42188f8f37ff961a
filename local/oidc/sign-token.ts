import { SignJWT } from "jose";
import { audience } from "./issuer.ts";
import type { SigningKey } from "./signing-key.ts";

export type TokenClaims = {
  readonly issuer: string;
  readonly email: string;
  readonly name?: string | undefined;
  readonly lifetimeSeconds: number;
  /** The nonce of the sign-in request for which the token is signed. */
  readonly nonce?: string | undefined;
};

/** Signs a token in the name of the stack's issuer, as an OpenID Connect provider does for a user. */
export function signToken({ privateKey, kid }: SigningKey, claims: TokenClaims): Promise<string> {
  const { issuer, email, name, lifetimeSeconds, nonce } = claims;
  // Claims that are undefined are left out of the JSON.
  return new SignJWT({ email, email_verified: true, name, nonce })
    .setProtectedHeader({ alg: "ES256", kid, typ: "JWT" })
    .setIssuer(issuer)
    .setSubject(email)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(`${lifetimeSeconds} s`)
    .sign(privateKey);
}
