import { createHash, timingSafeEqual } from "node:crypto";
import type { SiteKey } from "../domain/person/site-key.ts";
import { Fault } from "../domain/wire/fault.ts";

const pattern = /^wvk_([1-9][0-9]{0,15})_([A-Za-z0-9_-]{43})$/;

/** Returns true if a bearer token is a site key. No JSON Web Token begins like this. */
export function isSiteKeyToken(token: string): boolean {
  return token.startsWith("wvk_");
}

/** The text of a site key: its id, and 256 random bits. */
export function siteKeyToken(id: number, secret: Buffer): string {
  return `wvk_${id}_${secret.toString("base64url")}`;
}

/** The hash in the table. A secret of 256 random bits needs no slow hash. */
export function secretHash(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

/**
 * The site key of a token. An unknown id and a wrong secret cost the same: one read of the key and one comparison. So
 * the time of a rejection does not reveal which ids exist. `findKey` must not read more for a known id, such as its
 * capture source.
 * @throws Fault `unauthenticated`
 */
export async function verifySiteKey(
  token: string,
  findKey: (id: number) => Promise<SiteKey | undefined>,
): Promise<SiteKey> {
  const [, id, secret = ""] = pattern.exec(token) ?? [];
  const key = id === undefined ? undefined : await findKey(Number(id));
  const same = timingSafeEqual(secretHash(secret), key?.hash ?? Buffer.alloc(32));
  if (key === undefined || !same) throw invalidSiteKey();
  return key;
}

export function invalidSiteKey(): Fault {
  return new Fault("unauthenticated", "This site key is unknown or revoked.");
}
