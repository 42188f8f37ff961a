/** Formats a value as a line of JSON. */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** Parses lines of JSON that this service wrote. */
export function jsonLinesOf<T>(piece: Uint8Array): readonly T[] {
  return linesOf(piece).map((line) => JSON.parse(line));
}

export function linesOf(piece: Uint8Array): readonly string[] {
  const lines = Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString().split("\n");
  return lines.filter((line) => line !== "");
}
