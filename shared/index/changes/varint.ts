/** The bytes of a whole number from 0: seven bits in each byte, the lowest first. */
export function varint(n: number): number[] {
  const bytes: number[] = [];
  for (let rest = n; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) + 128);
  }
}

/** Bytes, and the position of the next number. */
type Reader = { readonly bytes: Uint8Array; at: number };

/**
 * Returns the next number, and moves on.
 * @throws RangeError after the last byte, or for a number that is not exact
 */
export function take(reader: Reader): number {
  let [n, scale] = [0, 1];
  for (;;) {
    const byte = reader.bytes[reader.at];
    if (byte === undefined || n > Number.MAX_SAFE_INTEGER)
      throw new RangeError("A number is cut off or too large");
    reader.at += 1;
    n += (byte % 128) * scale;
    if (byte < 128) return n;
    scale *= 128;
  }
}
