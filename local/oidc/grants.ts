import { createHash, randomBytes } from "node:crypto";
import { isSameText } from "../aws/is-same-text.ts";

/** A person who signed in. */
type SignedIn = { readonly email: string; readonly name?: string | undefined };

/** The person who signs in, and the parts of the sign-in request that the code belongs to. */
export type Grant = {
  readonly person: SignedIn;
  readonly redirectUri: string;
  /** SHA-256 of the verifier, in base64url (RFC 7636, section 4.2). */
  readonly challenge: string;
  readonly nonce: string | undefined;
};

/** Lifetime of an authorization code. */
const codeMs = 60_000;
/** Time after which a person must sign in again, even if the tokens were refreshed. */
const familyMs = 12 * 3_600_000;

type Code = Grant & { readonly untilMs: number; family?: string };
/** All refresh tokens of one sign-in. Only the newest one is valid. */
type Family = { readonly person: SignedIn; readonly untilMs: number; secret: string };

/**
 * Creates the store of the local issuer's authorization codes and refresh tokens. The store is in memory, so stopping
 * the stack revokes all of them.
 *
 * A refresh token is `<family>.<secret>`. Each use creates a new secret. A secret or a code that is used twice has been
 * copied, so its family is revoked (RFC 9700, sections 2.1.1 and 4.14.2).
 */
export function createGrants(now: () => number = Date.now) {
  const codes = new Map<string, Code>();
  const families = new Map<string, Family>();

  function giveCode(grant: Grant): string {
    for (const [old, { untilMs }] of codes) if (untilMs < now()) codes.delete(old);
    const code = random();
    codes.set(code, { ...grant, untilMs: now() + codeMs });
    return code;
  }

  /** Redeems a code. Returns `undefined` for an invalid code. A code is invalid after the first attempt, even a failed one. */
  function redeemCode(code: string, redirectUri: string, verifier: string) {
    const found = codes.get(code);
    if (found === undefined) return undefined;
    if (found.family !== undefined) {
      families.delete(found.family);
      return undefined;
    }
    found.family = random();
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    const holds =
      found.untilMs >= now() && found.redirectUri === redirectUri && isSameText(challenge, found.challenge);
    if (!holds) return undefined;
    const family = { person: found.person, untilMs: now() + familyMs, secret: random() };
    families.set(found.family, family);
    return {
      person: found.person,
      nonce: found.nonce,
      refreshToken: `${found.family}.${family.secret}`,
    };
  }

  /** Exchanges a refresh token for the next one. Returns `undefined` for an invalid token. */
  function refresh(refreshToken: string) {
    const [id = "", secret = ""] = refreshToken.split(".");
    const family = families.get(id);
    if (family === undefined) return undefined;
    if (family.untilMs < now() || !isSameText(secret, family.secret)) {
      families.delete(id);
      return undefined;
    }
    family.secret = random();
    return { person: family.person, nonce: undefined, refreshToken: `${id}.${family.secret}` };
  }

  return { giveCode, redeemCode, refresh };
}

export type Grants = ReturnType<typeof createGrants>;

function random(): string {
  return randomBytes(32).toString("base64url");
}
