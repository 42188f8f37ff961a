import { UnreadableTable } from "../../unreadable-table.ts";

/** A file with a table. It is read from its beginning each time that it is opened. */
export type CsvFile = { readonly name: string; readonly open: () => AsyncIterable<Uint8Array> };

const delimiters = [",", ";", "\t"] as const;

/** Maximum number of characters in the first line. */
const maxHeader = 65_536;

const utf8 = "Save it as “CSV UTF-8” (in Excel), or as CSV with the character set UTF-8 (in LibreOffice).";

/**
 * Finds the character that separates the cells of a table: comma, semicolon or tab, whichever is the most frequent in
 * the first line.
 * @throws UnreadableTable for a file that is not a text in UTF-8
 */
export async function delimiterOf({ open }: CsvFile): Promise<string> {
  const line = await firstLine(open());
  const outside = line.replace(/"[^"]*"?/g, "");
  const counted = delimiters.map((each) => [each, outside.split(each).length] as const);
  return counted.reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}

async function firstLine(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of bytes) {
    if (text === "") requireText(chunk);
    text += decoder.decode(chunk, { stream: true });
    // The name of a column may contain a line end, in quotes.
    const [line = ""] = /^(?:"[^"]*"|[^"\r\n])*/.exec(text) ?? [];
    if (line.length < text.length && !text.startsWith('"', line.length)) return line;
    if (text.length > maxHeader) break;
  }
  return text;
}

function requireText(beginning: Uint8Array): void {
  const [first, second] = beginning;
  if (first === 0x50 && second === 0x4b) {
    throw new UnreadableTable("no-table", `is a workbook or a zip file. ${utf8}`);
  }
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isUtf16 || beginning.subarray(0, maxHeader).includes(0)) {
    throw new UnreadableTable("encoding", `is in UTF-16, or not a text file. ${utf8}`);
  }
}
