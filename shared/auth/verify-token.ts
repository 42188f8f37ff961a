import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import * as z from "zod/mini";
import { Email } from "../domain/email.ts";
import { Fault } from "../domain/fault.ts";
import type { Identity } from "../domain/user.ts";

export type TokenRules = {
  readonly issuer: string;
  readonly audience: string;
  /** Take the `email` claim even without `email_verified: true`. */
  readonly trustEmail: boolean;
};

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url() });
const Claims = z.object({
  email: Email,
  email_verified: z.optional(z.unknown()),
  name: z.optional(z.unknown()),
});

/** Time for the issuer to answer, well within a function's own. */
const issuerTimeoutMs = 4000;

/**
 * Verifies an OpenID Connect token (RFC 7519, RFC 8725): RS256 or ES256 by a key of the issuer, the right
 * issuer and audience, `exp` present and not past, 60 s of clock skew, a verified e-mail. Keys are found
 * by OpenID Connect Discovery and kept with the container.
 * @throws Fault `unauthenticated`; `unavailable` when the issuer cannot be reached
 */
export function tokenVerifier(rules: TokenRules): (token: string) => Promise<Identity> {
  let keys: Promise<JWTVerifyGetKey> | undefined;
  const discovered = (): Promise<JWTVerifyGetKey> => {
    // A failed discovery is forgotten, so that the next request tries again.
    keys ??= discoverKeys(rules.issuer).catch((error: unknown) => {
      keys = undefined;
      throw unreachable(error);
    });
    return keys;
  };
  return async (token) => {
    const key = await discovered();
    const { payload } = await jwtVerify(token, key, {
      algorithms: ["RS256", "ES256"],
      issuer: rules.issuer,
      audience: rules.audience,
      requiredClaims: ["exp"],
      clockTolerance: 60,
    }).catch((error: unknown) => {
      throw refusal(error);
    });
    const claims = z.safeParse(Claims, payload);
    if (!claims.success) throw new Fault("unauthenticated", "The token has no usable email claim.");
    const { email, email_verified, name } = claims.data;
    if (email_verified !== true && !rules.trustEmail) {
      throw new Fault("unauthenticated", "The token's e-mail is not verified (email_verified is not true).");
    }
    return { email, name: typeof name === "string" ? name : undefined };
  };
}

/** OpenID Connect Discovery 1.0, section 4: the document must name the issuer that was asked. */
async function discoverKeys(issuer: string): Promise<JWTVerifyGetKey> {
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const response = await fetch(url, { signal: AbortSignal.timeout(issuerTimeoutMs), redirect: "error" });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const document = z.parse(Discovery, await response.json());
  if (document.issuer !== issuer) throw new Error(`${url} speaks for another issuer, ${document.issuer}`);
  return createRemoteJWKSet(new URL(document.jwks_uri), { timeoutDuration: issuerTimeoutMs });
}

/** What the caller got wrong is a 401 with a reason; a key set that cannot be fetched is not its fault. */
function refusal(error: unknown): Fault {
  if (error instanceof errors.JWTExpired) return new Fault("unauthenticated", "The token has expired.");
  if (error instanceof errors.JWTClaimValidationFailed) {
    return new Fault("unauthenticated", `The token's claim "${error.claim}" is not acceptable here.`);
  }
  if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) return unreachable(error);
  // JOSEError itself is thrown when the key set's URL answers anything but 200.
  if (error.code === "ERR_JOSE_GENERIC") return unreachable(error);
  return new Fault("unauthenticated", "The token is not one that this service can verify.");
}

function unreachable(cause: unknown): Fault {
  return new Fault("unavailable", "The sign-in service cannot be reached. Try again.", {
    cause,
    retryAfterSeconds: 5,
  });
}
