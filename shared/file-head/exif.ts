import { latin1, numbersIn } from "./bytes.ts";
import { parseOffset, parseTime, type Recorded, recordedAt } from "./recorded.ts";

/** How to turn a stored picture upright (EXIF, tag Orientation): 1 is upright, 5 to 8 swap width and height. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export type Exif = { readonly orientation: Orientation; readonly recorded: Recorded | undefined };

export const noExif: Exif = { orientation: 1, recorded: undefined };

const tags = { orientation: 0x0112, exifBlock: 0x8769, taken: 0x9003, offset: 0x9011, fraction: 0x9291 };
const orientations: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8];
/** Bytes of a value of each type (TIFF 6.0, section 2): 2 is text, 3 a short, 4 a long. Other types are not needed. */
const typeBytes: Readonly<Record<number, number>> = { 2: 1, 3: 2, 4: 4 };
/** Maximum number of values in an entry. The texts that are needed are shorter. */
const maxCount = 64;

/**
 * Reads an EXIF block (a TIFF file). Damaged or missing entries count as not set.
 * @param block without the introduction `Exif\0\0`
 */
export function readExif(block: Uint8Array): Exif {
  const values = new Map([...directory(block, longAt(block, 4))]);
  const main = new Map([...directory(block, Number(values.get(tags.exifBlock) ?? 0))]);
  const orientation = orientations.find((each) => each === values.get(tags.orientation)) ?? 1;
  return { orientation, recorded: timeOf(main) };
}

type Value = readonly [tag: number, value: number | string];

/** Yields the entries of a directory whose types are needed. Yields none if the directory is damaged. */
function* directory(block: Uint8Array, position: number): Generator<Value> {
  if (!(position >= 8 && position + 2 <= block.length)) return;
  const count = shortAt(block, position);
  for (let at = position + 2; at < position + 2 + count * 12 && at + 12 <= block.length; at += 12) {
    const [tag, type, length] = [shortAt(block, at), shortAt(block, at + 2), longAt(block, at + 4)];
    const bytes = (typeBytes[type] ?? 0) * length;
    if (bytes === 0 || length > maxCount) continue;
    const from = bytes > 4 ? longAt(block, at + 8) : at + 8;
    if (from + bytes > block.length) continue;
    if (type === 2)
      yield [
        tag,
        latin1(block, from, from + bytes)
          .replace(/\0.*$/s, "")
          .trim(),
      ];
    else yield [tag, type === 3 ? shortAt(block, from) : longAt(block, from)];
  }
}

function timeOf(values: ReadonlyMap<number, number | string>): Recorded | undefined {
  const text = (tag: number) => String(values.get(tag) ?? "");
  const fraction = /^\d+$/.test(text(tags.fraction)) ? `.${text(tags.fraction)}` : "";
  const time = parseTime(`${text(tags.taken)}${fraction}`) ?? parseTime(text(tags.taken));
  return time && recordedAt("exif", time.localMs, time.offsetMinutes ?? parseOffset(text(tags.offset)));
}

function isLittleEndian(block: Uint8Array): boolean {
  return latin1(block, 0, 2) === "II";
}

function shortAt(block: Uint8Array, at: number): number {
  if (at + 2 > block.length) return 0;
  return numbersIn(block).getUint16(at, isLittleEndian(block));
}

function longAt(block: Uint8Array, at: number): number {
  if (at + 4 > block.length) return 0;
  return numbersIn(block).getUint32(at, isLittleEndian(block));
}
