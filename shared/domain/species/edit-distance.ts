/**
 * Returns the number of characters to insert, remove or replace to turn one text into the other (Levenshtein distance).
 */
export function editDistance(one: string, other: string): number {
  const letters = [...other];
  let row = Array.from({ length: letters.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...one].entries()) {
    const above = row;
    row = [i + 1];
    for (const [j, each] of letters.entries()) {
      const replaced = (above[j] ?? 0) + (letter === each ? 0 : 1);
      row.push(Math.min(replaced, (above[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1));
    }
  }
  return row.at(-1) ?? 0;
}
