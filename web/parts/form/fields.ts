/** What somebody wrote into the fields of a form, by name, without spaces around it. */
export type Fields = (name: string) => string;

/** What is between the commas of a field, without spaces around it. */
export function wordsOf(text: string): string[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}
