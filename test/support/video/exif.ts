/** Fields of EXIF. Texts are written unchanged. */
export type ExifFields = {
  readonly orientation?: number;
  /** DateTimeOriginal, such as `2026:03:01 06:30:00`. */
  readonly taken?: string;
  /** OffsetTimeOriginal, such as `+02:00`. */
  readonly offset?: string;
  /** SubSecTimeOriginal: digits after the decimal point. */
  readonly fraction?: string;
};

type Entry = readonly [tag: number, value: number | string];
const entryBytes = 12;

/** Returns an EXIF block: a TIFF file with a main and an EXIF directory, in either byte order. */
export function exifBlock(fields: ExifFields, order: "II" | "MM" = "II"): Buffer {
  const { orientation = 1, taken, offset, fraction } = fields;
  const texts = [
    [0x9003, taken],
    [0x9011, offset],
    [0x9291, fraction],
  ] as const;
  const exif = texts.flatMap(([tag, text]): Entry[] => (text === undefined ? [] : [[tag, text]]));
  const mainAt = 8;
  const exifAt = mainAt + directoryBytes(2);
  const textsAt = exifAt + directoryBytes(exif.length);
  const { short, long } = order === "II" ? littleEndian : bigEndian;
  const header = Buffer.concat([Buffer.from(order), short(42), long(mainAt)]);
  const main: Entry[] = [
    [0x0112, orientation],
    [0x8769, exifAt],
  ];
  const values: Buffer[] = [];
  const write = (entries: readonly Entry[]) =>
    Buffer.concat([
      short(entries.length),
      ...entries.map(([tag, value]) => {
        if (typeof value === "number") {
          const isShort = tag === 0x0112;
          const number = isShort ? Buffer.concat([short(value), short(0)]) : long(value);
          return Buffer.concat([short(tag), short(isShort ? 3 : 4), long(1), number]);
        }
        const text = Buffer.from(`${value}\0`, "latin1");
        const at = textsAt + Buffer.concat(values).length;
        if (text.length > 4) values.push(text);
        const inline = text.length > 4 ? long(at) : Buffer.concat([text, Buffer.alloc(4 - text.length)]);
        return Buffer.concat([short(tag), short(2), long(text.length), inline]);
      }),
      long(0),
    ]);
  return Buffer.concat([header, write(main), write(exif), ...values]);
}

function directoryBytes(entries: number): number {
  return 2 + entries * entryBytes + 4;
}

const littleEndian = {
  short: (value: number) => Buffer.of(value & 255, value >> 8),
  long(value: number) {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes;
  },
};
const bigEndian = {
  short: (value: number) => littleEndian.short(value).reverse(),
  long: (value: number) => littleEndian.long(value).reverse(),
};
