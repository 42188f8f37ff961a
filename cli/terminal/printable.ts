/**
 * A text that is safe to show in a terminal: characters that could move the cursor or change the direction of writing are
 * replaced. The joiner within emoji stays.
 */
export function printable(text: string): string {
  return text.replace(/(?!\u200d)[\p{C}\p{Zl}\p{Zp}]/gu, "\ufffd");
}
