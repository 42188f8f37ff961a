/** Reads the bits of a header one after the other. Each method throws a RangeError at the end of the bytes. */
export type BitReader = {
  /** An unsigned number of up to 32 bits. */
  bits(count: number): number;
  flag(): boolean;
  /** A number in Exp-Golomb code (ITU-T H.264, section 9.1). */
  expGolomb(): number;
  skip(bits: number): void;
};

export function bitReader(bytes: Uint8Array): BitReader {
  let at = 0;
  const bits = (count: number) => {
    let value = 0;
    for (const end = at + count; at < end; at += 1) {
      const byte = bytes[at >> 3];
      if (byte === undefined) throw new RangeError("The header ends too early.");
      value = value * 2 + ((byte >> (7 - (at & 7))) & 1);
    }
    return value;
  };
  return {
    bits,
    flag: () => bits(1) === 1,
    expGolomb() {
      let length = 0;
      while (bits(1) === 0) length += 1;
      if (length > 32) throw new RangeError("The number is too long.");
      return 2 ** length - 1 + bits(length);
    },
    skip(count) {
      at += count;
    },
  };
}
