import { createHash } from "node:crypto";
import { Fault } from "../domain/fault.ts";

/** The strong entity tag of a JSON response (RFC 9110, 8.8.3): equal only if the bytes are equal. */
export function entityTag(body: string): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
}

/** Whether the caller already has this response: `If-None-Match` by weak comparison (RFC 9110, 13.1.2). */
export function noneMatchHits(ifNoneMatch: string, tag: string): boolean {
  return ifNoneMatch.trim() === "*" || tagsOf(ifNoneMatch).some((given) => given.replace(/^W\//, "") === tag);
}

/**
 * Compares `If-Match` (strong comparison: RFC 9110, 13.1.1) with the record as a GET would return it now.
 * @param views the record in each of its shapes
 * @throws Fault `precondition-failed`
 */
export function requireMatch(ifMatch: string | undefined, ...views: readonly unknown[]): void {
  if (ifMatch === undefined || ifMatch.trim() === "*") return;
  const given = tagsOf(ifMatch);
  if (!views.some((view) => given.includes(entityTag(JSON.stringify(view))))) {
    throw new Fault(
      "precondition-failed",
      "The record has changed since you read it: its ETag is not in If-Match. GET the record again.",
    );
  }
}

function tagsOf(list: string): readonly string[] {
  return list.match(/(?:W\/)?"[^"]*"/g) ?? [];
}
