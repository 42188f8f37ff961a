/** Converts a thrown value, which may be of any type, to an error. */
export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
