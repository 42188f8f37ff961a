import { createHash } from "node:crypto";
import { Fault } from "../domain/fault.ts";

/** A strong entity tag of a JSON answer (RFC 9110, 8.8.3): equal exactly when the bytes are equal. */
export function entityTag(body: string): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
}

/** `If-None-Match` by weak comparison (RFC 9110, 13.1.2): whether the caller has this answer already. */
export function noneMatchHits(ifNoneMatch: string, tag: string): boolean {
  return ifNoneMatch.trim() === "*" || tagsOf(ifNoneMatch).some((given) => given.replace(/^W\//, "") === tag);
}

/**
 * `If-Match` by strong comparison (RFC 9110, 13.1.1) against the record as a GET would answer it now, in any
 * of the shapes in which it can.
 * @throws Fault `precondition-failed`
 */
export function requireMatch(ifMatch: string | undefined, ...views: readonly unknown[]): void {
  if (ifMatch === undefined || ifMatch.trim() === "*") return;
  const given = tagsOf(ifMatch);
  if (!views.some((view) => given.includes(entityTag(JSON.stringify(view))))) {
    throw new Fault("precondition-failed", "The record is not the one that If-Match names: GET it again.");
  }
}

function tagsOf(list: string): readonly string[] {
  return list.match(/(?:W\/)?"[^"]*"/g) ?? [];
}
