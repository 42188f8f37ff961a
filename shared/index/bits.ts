/**
 * The 4,096 places of a segment: place p is bit p mod 8 of byte p div 8. They are stored in the shortest of four forms.
 */
export type Bits = Uint8Array<ArrayBuffer>;

export const placesPerSegment = 4096;
const bytesPerSegment = placesPerSegment / 8;

// The first stored byte is the form. Except for a bitmap, 16-bit little-endian numbers follow.
const form = { places: 0, bitmap: 1, missing: 2, runs: 3 } as const;

export function emptyBits(): Bits {
  return new Uint8Array(bytesPerSegment);
}

export function hasPlace(bits: Bits, place: number): boolean {
  return ((bits[place >> 3] ?? 0) & (1 << (place & 7))) !== 0;
}

/** Returns a copy with one place set or cleared. */
export function withPlace(bits: Bits, place: number, set: boolean): Bits {
  const copy = bits.slice();
  mark(copy, place, set);
  return copy;
}

export function and(a: Bits, b: Bits): Bits {
  return a.map((byte, i) => byte & (b[i] ?? 0));
}

export function or(a: Bits, b: Bits): Bits {
  return a.map((byte, i) => byte | (b[i] ?? 0));
}

export function andNot(a: Bits, b: Bits): Bits {
  return a.map((byte, i) => byte & ~(b[i] ?? 0));
}

/** The bits with these places set. */
export function bitsAt(places: Iterable<number>): Bits {
  const bits = emptyBits();
  for (const place of places) mark(bits, place, true);
  return bits;
}

/** Number of set places. */
export function count(bits: Bits): number {
  let n = 0;
  for (const byte of bits) n += onesIn[byte] ?? 0;
  return n;
}

/** Number of places that are set in both. */
export function countBoth(a: Bits, b: Bits): number {
  let n = 0;
  for (let byte = 0; byte < bytesPerSegment; byte++) n += onesIn[(a[byte] ?? 0) & (b[byte] ?? 0)] ?? 0;
  return n;
}

/** Calls `use` with each place that is set in both, in order. */
export function eachPlaceOfBoth(a: Bits, b: Bits, use: (place: number) => void): void {
  for (let byte = 0; byte < bytesPerSegment; byte++) {
    let rest = (a[byte] ?? 0) & (b[byte] ?? 0);
    for (let place = byte * 8; rest !== 0; place++, rest >>= 1) if ((rest & 1) !== 0) use(place);
  }
}

/** Clears in `bits` the places that are set in `others`. */
export function clearPlaces(bits: Bits, others: Bits): void {
  for (let byte = 0; byte < bytesPerSegment; byte++) bits[byte] = (bits[byte] ?? 0) & ~(others[byte] ?? 0);
}

/** Clears one place. */
export function clearPlace(bits: Bits, place: number): void {
  mark(bits, place, false);
}

/** Encodes bits in at most 513 bytes: the set places, the missing places, the runs of set places, or the bitmap. */
export function encodeBits(bits: Bits): Uint8Array {
  const set = places(bits, true);
  const runs = runsOf(set);
  const shortest = Math.min(set.length, placesPerSegment - set.length, runs.length);
  if (shortest * 2 >= bytesPerSegment) return Uint8Array.of(form.bitmap, ...bits);
  if (runs.length === shortest) return withNumbers(form.runs, runs);
  return set.length === shortest
    ? withNumbers(form.places, set)
    : withNumbers(form.missing, places(bits, false));
}

/** @throws RangeError for bytes that `encodeBits` never returns */
export function decodeBits(stored: Uint8Array): Bits {
  const rest = stored.subarray(1);
  switch (stored[0]) {
    case form.bitmap:
      if (rest.length !== bytesPerSegment) break;
      return Uint8Array.from(rest);
    case form.places:
      return fromPlaces(emptyBits(), readNumbers(rest), true);
    case form.missing:
      return fromPlaces(emptyBits().fill(255), readNumbers(rest), false);
    case form.runs: {
      const ends = readNumbers(rest);
      const bits = emptyBits();
      for (let i = 0; i + 1 < ends.length; i += 2) {
        const last = ends[i + 1] ?? 0;
        for (let place = ends[i] ?? 0; place <= last; place++) mark(bits, place, true);
      }
      return bits;
    }
  }
  throw new RangeError(`Not the bits of a segment: form ${stored[0]}, ${stored.length} bytes`);
}

/** The first and last place of each run of set places, in one list. */
function runsOf(set: readonly number[]): number[] {
  const ends: number[] = [];
  for (const place of set) {
    if (ends.length > 0 && ends.at(-1) === place - 1) ends[ends.length - 1] = place;
    else ends.push(place, place);
  }
  return ends;
}

/** The places that are set, or those that are not (`set` is false), in order. */
export function places(bits: Bits, set: boolean): number[] {
  const found: number[] = [];
  const without = set ? 0 : 255;
  for (let byte = 0; byte < bytesPerSegment; byte++) {
    if (bits[byte] === without) continue;
    for (let place = byte * 8; place < byte * 8 + 8; place++)
      if (hasPlace(bits, place) === set) found.push(place);
  }
  return found;
}

function fromPlaces(bits: Bits, found: readonly number[], set: boolean): Bits {
  for (const place of found) mark(bits, place, set);
  return bits;
}

function mark(bits: Bits, place: number, set: boolean): void {
  const mask = 1 << (place & 7);
  const byte = bits[place >> 3] ?? 0;
  bits[place >> 3] = set ? byte | mask : byte & ~mask;
}

function withNumbers(formByte: number, values: readonly number[]): Uint8Array {
  const stored = new Uint8Array(1 + 2 * values.length);
  stored[0] = formByte;
  values.forEach((value, i) => {
    stored[1 + 2 * i] = value & 255;
    stored[2 + 2 * i] = value >> 8;
  });
  return stored;
}

function readNumbers(stored: Uint8Array): number[] {
  return Array.from(
    { length: stored.length >> 1 },
    (_, i) => (stored[2 * i] ?? 0) | ((stored[2 * i + 1] ?? 0) << 8),
  );
}

const onesIn = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll("0", "").length);
