import { createHash } from "node:crypto";
import { Fault } from "../domain/wire/fault.ts";

/**
 * The strong entity tag of a response (RFC 9110, 8.8.3): equal only if the bytes and the versions of the record are
 * equal. A record may change in a field that the response does not show.
 * @param version of the record; `undefined` for a response that is not about one record, or if the record never changes
 */
export function entityTag(body: string, version?: number): string {
  const hash = createHash("sha256").update(body);
  // Our JSON has no line feeds, so no other body gives the same text.
  if (version !== undefined) hash.update(`\n${version}`);
  return `"${hash.digest("base64url").slice(0, 22)}"`;
}

/** Returns true if the caller already has this response. Compares `If-None-Match` weakly (RFC 9110, 13.1.2). */
export function noneMatchHits(ifNoneMatch: string, tag: string): boolean {
  return ifNoneMatch.trim() === "*" || tagsOf(ifNoneMatch).some((given) => given.replace(/^W\//, "") === tag);
}

/**
 * Compares `If-Match` (strong comparison: RFC 9110, 13.1.1) with the record as a GET would return it now.
 * @param version the record's; `undefined` if it never changes
 * @param views the record in each of its shapes
 * @throws Fault `precondition-failed`
 */
export function requireMatch(
  ifMatch: string | undefined,
  version: number | undefined,
  ...views: readonly unknown[]
): void {
  if (ifMatch === undefined || ifMatch.trim() === "*") return;
  const given = tagsOf(ifMatch);
  if (!views.some((view) => given.includes(entityTag(JSON.stringify(view), version)))) {
    throw new Fault(
      "precondition-failed",
      "The record has changed since you read it: its ETag is not in If-Match. GET the record again.",
    );
  }
}

/**
 * Refuses to replace a record that the caller does not expect. `If-None-Match: *` allows only the creation of a record
 * (RFC 9110, 13.1.2).
 * @throws Fault `precondition-failed`
 */
export function requireNoMatch(ifNoneMatch: string | undefined, version: number, view: unknown): void {
  if (ifNoneMatch !== undefined && noneMatchHits(ifNoneMatch, entityTag(JSON.stringify(view), version))) {
    throw new Fault(
      "precondition-failed",
      "The record already exists: it matches If-None-Match. To replace it, GET it and send its ETag in If-Match.",
    );
  }
}

/** The entity tags in `If-Match` or `If-None-Match`. */
export function tagsOf(list: string): readonly string[] {
  return list.match(/(?:W\/)?"[^"]*"/g) ?? [];
}
