/** Reads the fields of a form by name, without spaces around the text. */
export type Fields = (name: string) => string;

/** Splits the text of a field at its commas, without spaces around the parts. */
export function wordsOf(text: string): string[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}
