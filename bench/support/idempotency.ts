import { randomBytes } from "node:crypto";
import type { Idempotency } from "../../shared/domain/idempotency.ts";

/** A create with an Idempotency-Key of its own. */
export function newAttempt(): Idempotency {
  const digest = () => randomBytes(32).toString("base64url");
  return { digest: digest(), bodyHash: digest() };
}

/** @throws Error when nothing was made */
export function madeId(made: { readonly id: number } | string): number {
  if (typeof made === "string") throw new Error(`Not made: ${made}`);
  return made.id;
}
