/** The headers of a POST's answer: where the record is, and whether an earlier try of the request made it. */
export function createdHeaders(
  location: string,
  { replayed }: { readonly replayed: boolean },
): { readonly [name: string]: string } {
  return { Location: location, ...(replayed ? { "Idempotent-Replayed": "true" } : {}) };
}
