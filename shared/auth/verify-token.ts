import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import * as z from "zod/mini";
import { Email } from "../domain/person/email.ts";
import type { Identity } from "../domain/person/user.ts";
import { Fault } from "../domain/wire/fault.ts";
import { discover, issuerTimeoutMs } from "./discovery.ts";

export type TokenRules = {
  readonly issuer: string;
  readonly audience: string;
  /** Accept the `email` claim even without `email_verified: true`. */
  readonly trustEmail: boolean;
};

const Claims = z.object({
  email: Email,
  email_verified: z.optional(z.unknown()),
  name: z.optional(z.unknown()),
});

/**
 * Verifies that OpenID Connect tokens (RFC 7519, RFC 8725) have a signature by a key of the issuer (RS256 or ES256),
 * the right issuer and audience, an `exp` that has not passed, and a verified e-mail address. Clocks may differ by 60
 * s. The keys come from OpenID Connect Discovery, and are cached in the container.
 * @throws Fault `unauthenticated`, or `unavailable` if the issuer cannot be reached
 */
export function tokenVerifier(rules: TokenRules): (token: string) => Promise<Identity> {
  let keys: Promise<JWTVerifyGetKey> | undefined;
  const discovered = (): Promise<JWTVerifyGetKey> => {
    // After a failed discovery, the next request tries again.
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
    if (!claims.success)
      throw new Fault("unauthenticated", "The token has no valid e-mail address (claim `email`).");
    const { email, email_verified, name } = claims.data;
    if (email_verified !== true && !rules.trustEmail) {
      throw new Fault(
        "unauthenticated",
        "The token's e-mail address is not verified (claim `email_verified`).",
      );
    }
    return { email, name: typeof name === "string" ? name : undefined };
  };
}

async function discoverKeys(issuer: string): Promise<JWTVerifyGetKey> {
  const { jwks_uri } = await discover(issuer);
  return createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: issuerTimeoutMs });
}

/** A 401 with the reason for an error of the caller. A key set that cannot be fetched is not the caller's error. */
function refusal(error: unknown): Fault {
  if (error instanceof errors.JWTExpired)
    return new Fault("unauthenticated", "The token has expired. Sign in again.");
  if (error instanceof errors.JWTClaimValidationFailed) {
    return new Fault(
      "unauthenticated",
      `The token is not for this service: its claim \`${error.claim}\` is not valid.`,
    );
  }
  if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) return unreachable(error);
  // jose throws JOSEError itself when the URL of the key set returns anything but 200.
  if (error.code === "ERR_JOSE_GENERIC") return unreachable(error);
  return new Fault("unauthenticated", "The token is not valid for this service. Sign in again.");
}

function unreachable(cause: unknown): Fault {
  return new Fault("unavailable", "The sign-in service cannot be reached. Try again.", {
    cause,
    retryAfterSeconds: 5,
  });
}
