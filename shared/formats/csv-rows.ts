import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { CsvError, type Info, parse } from "csv-parse";

/** The cells of a row, and the line of the file on which it begins: cells in quotes may have line ends. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] };

/**
 * Thrown for a file that is not a table. The file's name followed by the message is a sentence for the person who sent
 * the file.
 */
export class UnreadableTable extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export type CsvForm = { readonly delimiter: string; readonly gzip: boolean };

/**
 * Maximum number of characters in a row. A longer row usually has an unclosed quote, which would take the rest of the
 * file.
 */
const maxRow = 1_000_000;

/** Maximum ratio of unpacked to compressed size. Real tables stay below it. */
const maxRatio = 50;

/**
 * Yields the rows of a CSV file while it is read. Leaves out empty lines, a byte order mark and the line ends of any
 * system.
 * @throws UnreadableTable
 */
export async function* csvRows(
  bytes: AsyncIterable<Uint8Array>,
  { delimiter, gzip }: CsvForm,
): AsyncGenerator<CsvRow> {
  const parser = parse({
    delimiter,
    info: true,
    max_record_size: maxRow,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
  });
  const text = Readable.from(textOf(gzip ? unpacked(bytes) : bytes));
  text.on("error", (error) => parser.destroy(error)).pipe(parser);
  let line = 1;
  try {
    for await (const read of parser) {
      const { record, info }: { record: string[]; info: Info } = read;
      if (record.length > 1 || record[0] !== "") yield { line, cells: record };
      line = info.lines + 1;
    }
  } catch (error) {
    throw unreadable(error);
  } finally {
    text.destroy();
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

async function* unpacked(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let [packed, plain] = [0, 0];
  const gunzip = createGunzip();
  const counted = Readable.from(count(bytes));
  counted.on("error", (error) => gunzip.destroy(error)).pipe(gunzip);
  for await (const chunk of gunzip) {
    const part: Uint8Array = chunk;
    plain += part.length;
    if (plain > maxRow + packed * maxRatio) {
      throw new UnreadableTable(
        "bomb",
        `unpacks to more than ${maxRatio} times its size, so it cannot be a table.`,
      );
    }
    yield part;
  }

  async function* count(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      packed += chunk.length;
      yield chunk;
    }
  }
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
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") {
    return notInUtf8();
  }
  if (error instanceof CsvError) {
    const rows = error["records"];
    const after = typeof rows === "number" ? ` in one of the rows after the first ${rows}` : "";
    return new UnreadableTable("quotes", `has a quote that is not closed${after}.`);
  }
  if (typeof code === "string" && code.startsWith("Z_")) {
    return new UnreadableTable("gzip", "ends with .gz, but is damaged or not compressed with gzip.");
  }
  return error;
}
