import { createHash } from "node:crypto";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { invalid } from "../domain/wire/fault.ts";
import type { Idempotency } from "../domain/wire/idempotency.ts";
import { headerValues } from "./request.ts";

/** Visible ASCII without spaces, in quotes as in the draft standard (Idempotency-Key header field) or bare. */
export const idempotencyKeyPattern = /^(?:"([\x21\x23-\x5b\x5d-\x7e]{1,255})"|([\x21\x23-\x7e]{1,255}))$/;

/**
 * The key of the header Idempotency-Key; `undefined` without the header.
 * @throws Fault `invalid-request`
 */
export function idempotencyKey(event: APIGatewayProxyEvent): string | undefined {
  const [value, another] = headerValues(event, "Idempotency-Key");
  if (value === undefined) return undefined;
  const [, quoted, bare] = idempotencyKeyPattern.exec(value.trim()) ?? [];
  const key = quoted ?? bare;
  if (key !== undefined && another === undefined) return key;
  throw invalid(
    "/Idempotency-Key",
    "The header Idempotency-Key must be given only once, with 1 to 255 printable ASCII characters and no spaces, for example `waterhole-2026-03-01T06:30`.",
    "header",
  );
}

/**
 * The idempotency of a request with a key.
 * @param scope identifies the caller: each caller has keys of its own
 * @param request path parameters and body after parsing, so that formatting and the order of fields do not matter
 */
export function idempotencyOf(scope: string, route: string, key: string, request: unknown): Idempotency {
  return { digest: sha256([scope, route, key]), bodyHash: sha256(request) };
}

function sha256(value: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(value, inOrder) ?? "")
    .digest("base64url");
}

/** Sorts the keys of objects: their order has no meaning (RFC 8259, section 4). */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
