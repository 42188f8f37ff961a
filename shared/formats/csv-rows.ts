import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { type CsvRow, csvParser, maxRow } from "./csv-parser.ts";
import { UnreadableTable } from "./unreadable-table.ts";

export type CsvForm = {
  /** A character that separates cells. */
  readonly delimiter: string;
  readonly gzip: boolean;
};

type Limits = {
  /** Maximum size of the unpacked table in bytes. */
  readonly maxBytes?: number | undefined;
};

/** Maximum ratio of unpacked to compressed size. Real tables stay below it. */
export const maxRatio = 50;

/** Maximum number of rows in a table. */
export const maxRows = 5_000_000;

/**
 * Yields the rows of a CSV file while it is read. Leaves out empty lines and a byte order mark (see `csvParser`).
 * @throws UnreadableTable
 */
export async function* csvRows(
  bytes: AsyncIterable<Uint8Array>,
  { delimiter, gzip, maxBytes = Number.POSITIVE_INFINITY }: CsvForm & Limits,
): AsyncGenerator<CsvRow> {
  const parser = csvParser(delimiter);
  let rows = 0;
  try {
    for await (const text of textOf(atMost(maxBytes, gzip ? unpacked(bytes) : bytes))) {
      const read = parser.write(text);
      rows += read.length;
      if (rows > maxRows) throw tooManyRows();
      // Faster than `yield*`, which awaits each row several times.
      for (const row of read) yield row;
    }
    for (const row of parser.end()) yield row;
  } catch (error) {
    throw unreadable(error);
  }
}

async function* textOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const chunk of bytes) {
    // UTF-16 has a zero byte beside each English letter, and may lack its byte order mark.
    if (chunk.includes(0)) throw notInUtf8();
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

async function* atMost(maxBytes: number, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of bytes) {
    read += chunk.length;
    if (read > maxBytes) throw bomb("the size of the uploaded file");
    yield chunk;
  }
}

async function* unpacked(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let [packed, plain] = [0, 0];
  const gunzip = createGunzip();
  const counted = Readable.from(count(bytes));
  counted.on("error", (error) => gunzip.destroy(error)).pipe(gunzip);
  try {
    for await (const chunk of gunzip) {
      const part: Uint8Array = chunk;
      plain += part.length;
      if (plain > maxRow + packed * maxRatio) throw bomb("its size");
      yield part;
    }
  } finally {
    counted.destroy();
  }

  async function* count(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      packed += chunk.length;
      yield chunk;
    }
  }
}

function bomb(size: string): UnreadableTable {
  return new UnreadableTable(
    "bomb",
    `unpacks to more than ${maxRatio} times ${size}, so it cannot be a table.`,
  );
}

function tooManyRows(): UnreadableTable {
  const most = maxRows.toLocaleString("en");
  return new UnreadableTable("too-many-rows", `has more than ${most} rows. Split the file.`);
}

function notInUtf8(): UnreadableTable {
  return new UnreadableTable(
    "encoding",
    "is not in UTF-8. Save it as “CSV UTF-8” (in Excel), or with the character set UTF-8 (in LibreOffice).",
  );
}

function unreadable(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof UnreadableTable) return error;
  const code = "code" in error ? error.code : undefined;
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return notInUtf8();
  if (typeof code === "string" && code.startsWith("Z_")) {
    return new UnreadableTable("gzip", "ends with .gz, but is damaged or not compressed with gzip.");
  }
  return error;
}
