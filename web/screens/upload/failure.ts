import { Refusal } from "../../../client/refusal.ts";
import { SendFailure } from "../../../client/upload/send-part.ts";
import { uploadText } from "../../text/upload.ts";

/** Returns the reason of a failed upload as a sentence, the service's own if there is one. */
export function failureOf(error: unknown): string {
  const { failures } = uploadText.value;
  if (error instanceof Refusal) return error.message;
  // Thrown by browsers for files that were changed after they were chosen.
  if (error instanceof DOMException) return failures.changed;
  // Thrown by `fetch` without a connection.
  if (error instanceof TypeError) return failures.unreachable;
  if (!(error instanceof SendFailure)) return error instanceof Error ? error.message : String(error);
  return error.reason === "refused" ? failures.refused(error.status) : failures[error.reason];
}
