import { Fault, type FieldFault } from "../domain/fault.ts";
import { payloadBytes } from "./payload.ts";

/** Nobody mends more by hand, and of a hostile request there can be hundreds of thousands. */
const maxFaults = 100;

/** The longest pointer to what may be right, an observation's key of 256 bytes, fits if it is ordinary text. */
const maxTextBytes = 300;

const quotesBytes = payloadBytes('""');

/**
 * Everything wrong with a request: the first faults, each in texts of at most 300 bytes as they travel (JSON in
 * JSON), and the number of all. Lambda hands on an answer of 6 MB at most, and the caller writes the pointers.
 * @param faults at least one
 * @param most as many of them are told; 100 take less than 70 KB of an answer's payload
 */
export function invalidInput(faults: readonly FieldFault[], most = maxFaults): Fault {
  const errors = faults
    .slice(0, most)
    .map(({ pointer, detail }) => ({ pointer: cut(pointer), detail: cut(detail) }));
  const [first] = errors;
  const where = faults.length > most ? `see errors for the first ${most}` : "see errors";
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more, ${where})` : "";
  return new Fault("invalid-request", `${first?.pointer}: ${first?.detail}${more}`, { errors });
}

/** Between characters, and not within an escape of a pointer (RFC 6901, section 3). */
function cut(text: string): string {
  if (text.length <= maxTextBytes && escapedBytes(text) <= maxTextBytes) return text;
  let [kept, bytes] = ["", 0];
  for (const character of text) {
    bytes += escapedBytes(character);
    if (bytes > maxTextBytes) break;
    kept += character;
  }
  return `${kept.replace(/~$/, "")}…`;
}

/** Without the quotes around it. */
function escapedBytes(text: string): number {
  return payloadBytes(JSON.stringify(text)) - quotesBytes;
}
