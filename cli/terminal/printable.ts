/**
 * A text as it can be shown in a terminal: without control characters, which could move the cursor, and without those
 * that change the direction of writing. The joiner within emoji stays.
 */
export function printable(text: string): string {
  return text.replace(/(?!\u200d)[\p{C}\p{Zl}\p{Zp}]/gu, "\ufffd");
}
