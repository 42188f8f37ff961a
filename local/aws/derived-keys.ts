import { createHmac } from "node:crypto";

/** Maximum number of keys to keep. The region and the day come from requests, which must not fill the memory. */
const maxKept = 1000;

/** The scope of a signing key: one day (`20261124`), region and service. */
export type KeyScope = { readonly day: string; readonly region: string; readonly service: string };

/**
 * Derives signing keys (IAM User Guide, "Create a signed AWS API request") and keeps them. A function signs each request
 * of a day with the same key, and deriving it takes two thirds of the time of a check.
 */
export function derivedKeys() {
  const kept = new Map<string, Buffer>();
  return (secretAccessKey: string, scope: KeyScope): Buffer => {
    const name = JSON.stringify([secretAccessKey, scope.day, scope.region, scope.service]);
    const key = kept.get(name) ?? derive(secretAccessKey, scope);
    if (kept.size >= maxKept && !kept.has(name)) kept.clear();
    kept.set(name, key);
    return key;
  };
}

function derive(secretAccessKey: string, { day, region, service }: KeyScope): Buffer {
  return [day, region, service, "aws4_request"].reduce(hmac, Buffer.from(`AWS4${secretAccessKey}`));
}

/** HMAC-SHA256. */
export function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
