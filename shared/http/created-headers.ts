/** The headers of a POST's response: the address of the record, and whether the response is a replay. */
export function createdHeaders(
  location: string,
  { replayed }: { readonly replayed: boolean },
): { readonly [name: string]: string } {
  return { Location: location, ...(replayed ? { "Idempotent-Replayed": "true" } : {}) };
}
