/** A line of JSON. */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** The values of lines of JSON that this service wrote. */
export function jsonLinesOf<T>(piece: Uint8Array): readonly T[] {
  const lines = Buffer.from(piece).toString().split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}
