import { Refusal } from "../../../client/refusal.ts";
import { SendFailure } from "../../../client/upload/send-part.ts";
import { uploadText } from "../../text/upload.ts";

/** Why a file was not uploaded, in a sentence: the service's own where there is one. */
export function failureOf(error: unknown): string {
  const { failures } = uploadText.value;
  if (error instanceof Refusal) return error.message;
  // The browser does not read a file that was written since it was chosen.
  if (error instanceof DOMException) return failures.changed;
  // What fetch throws.
  if (error instanceof TypeError) return failures.unreachable;
  if (!(error instanceof SendFailure)) return error instanceof Error ? error.message : String(error);
  return error.reason === "refused" ? failures.refused(error.status) : failures[error.reason];
}
