import { randomBytes } from "node:crypto";
import type { Idempotency } from "../../shared/domain/wire/idempotency.ts";

/** A new idempotency key, as the stores expect it. */
export function newIdempotency(): Idempotency {
  const digest = () => randomBytes(32).toString("base64url");
  return { digest: digest(), bodyHash: digest() };
}

/** @throws Error when no record was created */
export function createdId(created: { readonly id: number } | string): number {
  if (typeof created === "string") throw new Error(`No record was created: ${created}`);
  return created.id;
}
