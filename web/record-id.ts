/** Parses the id of a record. Returns `undefined` for any other text. */
export function idOf(text: string | null | undefined): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text ?? "") ? Number(text) : undefined;
}
