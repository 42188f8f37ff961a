/** Decodes at most some hundred bytes as ISO 8859-1, one character for each byte. */
export function latin1(bytes: Uint8Array, from = 0, to: number = bytes.length): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

/** Makes a view that reads numbers from bytes. Reading beyond their end throws a RangeError. */
export function numbersIn(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
