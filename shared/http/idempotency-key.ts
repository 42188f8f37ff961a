import { createHash } from "node:crypto";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { invalid } from "../domain/fault.ts";
import type { Idempotency } from "../domain/idempotency.ts";
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
    "/header/Idempotency-Key",
    "Must be sent once: 1 to 255 characters of visible ASCII without spaces, bare or in double quotes",
  );
}

/**
 * The idempotency that a key makes of a request.
 * @param scope who calls: the same key of two callers is two keys
 * @param request its path parameters and body as parsed, so that spelling and order of fields do not count
 */
export function idempotencyOf(scope: string, route: string, key: string, request: unknown): Idempotency {
  return { digest: sha256([scope, route, key]), bodyHash: sha256(request) };
}

function sha256(value: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(value, inOrder) ?? "")
    .digest("base64url");
}

/** Objects with their keys sorted, since their order says nothing (RFC 8259, section 4). */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
