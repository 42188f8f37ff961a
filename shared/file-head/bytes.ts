/** Bytes as text, a character for each (ISO 8859-1). Some hundred bytes at most. */
export function latin1(bytes: Uint8Array, from = 0, to: number = bytes.length): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

/** The numbers in bytes. Reading beyond their end throws a RangeError. */
export function numbersIn(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
