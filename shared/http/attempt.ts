import { createHash } from "node:crypto";
import type { APIGatewayProxyEvent } from "aws-lambda";
import type { Attempt } from "../domain/attempt.ts";
import { Fault } from "../domain/fault.ts";
import { headerValues } from "./request.ts";

/** Bare, or a quoted string as the draft standard has it; visible ASCII and spaces. */
const pattern = /^(?:"([\x20-\x21\x23-\x5b\x5d-\x7e]{1,255})"|([\x21\x23-\x7e][\x20-\x21\x23-\x7e]{0,254}))$/;

/**
 * The attempt that the header Idempotency-Key makes of a request; `undefined` without the header.
 * @param scope who calls: the same key of two callers is two keys
 * @param request its path parameters and body as parsed, so that spelling and order of fields do not count
 * @throws Fault `invalid-request`
 */
export function attemptOf(
  event: APIGatewayProxyEvent,
  route: string,
  scope: string,
  request: unknown,
): Attempt | undefined {
  const [value, another] = headerValues(event, "Idempotency-Key");
  if (value === undefined) return undefined;
  const [, quoted, bare] = pattern.exec(value.trim()) ?? [];
  const key = quoted ?? bare;
  if (key === undefined || another !== undefined) {
    const detail = "Must be given once, 1 to 255 characters of visible ASCII, bare or as a quoted string";
    const pointer = "/header/Idempotency-Key";
    throw new Fault("invalid-request", `${pointer}: ${detail}`, { errors: [{ pointer, detail }] });
  }
  return { digest: sha256([scope, route, key]), bodyHash: sha256(request) };
}

function sha256(value: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(value) ?? "")
    .digest("base64url");
}
