import { Fault, type FieldFault, type Part } from "../domain/wire/fault.ts";
import { payloadBytes } from "./payload.ts";

/**
 * Maximum number of reported faults. Callers won't fix more than this by hand, and a hostile request can have hundreds
 * of thousands of faults.
 */
const maxReported = 100;

/**
 * Maximum length of a text in the payload. A pointer with the longest key of an observation (256 bytes) fits, if the
 * key is ordinary text.
 */
const maxTextBytes = 300;

const quotesBytes = payloadBytes('""');

/** A mistake in a known part of a request. */
export type InputFault = FieldFault & { readonly part: Part };

/**
 * Returns the fault for a request with mistakes. It has the first mistakes and the number of all. Each pointer and each
 * sentence is cut to 300 bytes of Lambda's response payload (JSON in JSON), because the payload is limited to 6 MB, and
 * callers choose the pointers.
 * @param faults at least one
 * @param maxErrors maximum number of errors to report; 100 take less than 70 KB of the payload
 */
export function invalidInput(faults: readonly InputFault[], maxErrors = maxReported): Fault {
  const errors = faults.slice(0, maxErrors).map(({ part, field, detail }) => ({
    part,
    field: cut(field, maxTextBytes - `/${part}`.length),
    detail: cut(detail, maxTextBytes),
  }));
  return new Fault("invalid-request", `${errors[0]?.detail}${more(faults.length - 1, maxErrors)}`, {
    errors,
  });
}

/** Returns a sentence about the other errors, if there are any. */
function more(others: number, maxErrors: number): string {
  if (others === 0) return "";
  const which = others < maxErrors ? "" : ` for the first ${maxErrors}`;
  return ` ${others} more ${others === 1 ? "error" : "errors"}: see \`errors\`${which}.`;
}

/** Cuts a text between characters, and never within an escape of a pointer (RFC 6901, section 3). */
function cut(text: string, maxBytes: number): string {
  if (text.length <= maxBytes && escapedBytes(text) <= maxBytes) return text;
  let [kept, bytes] = ["", 0];
  for (const character of text) {
    bytes += escapedBytes(character);
    if (bytes > maxBytes) break;
    kept += character;
  }
  return `${kept.replace(/~$/, "")}…`;
}

/** Returns the bytes of a text in the payload, without its quotes. */
function escapedBytes(text: string): number {
  return payloadBytes(JSON.stringify(text)) - quotesBytes;
}
