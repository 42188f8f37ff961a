import { parse } from "csv-parse";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CsvRow, csvParser } from "../../../shared/formats/csv-parser.ts";
import { withCpuMs } from "../../support/cpu-ms.ts";

/** Parses a text that arrives in parts of this length. */
function rowsOf(text: string, delimiter = ",", partLength = text.length || 1): readonly CsvRow[] {
  const parser = csvParser(delimiter);
  const rows: CsvRow[] = [];
  for (let at = 0; at < text.length; at += partLength)
    rows.push(...parser.write(text.slice(at, at + partLength)));
  return [...rows, ...parser.end()];
}

const cellsOf = (...args: Parameters<typeof rowsOf>) => rowsOf(...args).map(({ cells }) => cells);

/** Parses a text with the library csv-parse. `undefined` for a quote that is not closed. */
async function cellsByLibrary(text: string, delimiter: string): Promise<readonly string[][] | undefined> {
  const options = {
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
  };
  const records = await new Promise<string[][] | undefined>((resolve) => {
    parse(text, options, (error, found: string[][]) => resolve(error ? undefined : found));
  });
  return records?.filter((cells) => cells.length > 1 || cells[0] !== "");
}

describe("the parser of CSV", () => {
  test.each<[string, string, readonly CsvRow[]]>([
    [
      "rows of any length",
      "a,b\n1\n1,2,3\n",
      [
        { line: 1, cells: ["a", "b"] },
        { line: 2, cells: ["1"] },
        { line: 3, cells: ["1", "2", "3"] },
      ],
    ],
    [
      "line ends of any system, and none at the end",
      "a\r\nb\nc\rd",
      ["a", "b", "c", "d"].map((cell, i) => ({ line: i + 1, cells: [cell] })),
    ],
    [
      "no empty lines",
      '\n\r\n\ra,b\n\n\n""\n1,2\n\n',
      [
        { line: 4, cells: ["a", "b"] },
        { line: 8, cells: ["1", "2"] },
      ],
    ],
    [
      "line ends in quotes, each of which counts once",
      '"a\r\nb","c\nd"\r\ne,f',
      [
        { line: 1, cells: ["a\r\nb", "c\nd"] },
        { line: 4, cells: ["e", "f"] },
      ],
    ],
    ["doubled quotes", '"say ""hi""",""""\n', [{ line: 1, cells: ['say "hi"', '"'] }]],
    ["quotes that belong to a cell", 'a"b,"c"d,"e""f"g\n', [{ line: 1, cells: ['a"b', '"c"d', '"e"f"g'] }]],
    ["empty cells", ",,\n", [{ line: 1, cells: ["", "", ""] }]],
  ])("reads %s", (_, text, rows) => {
    for (const length of [1, 2, text.length]) expect(rowsOf(text, ",", length)).toEqual(rows);
  });

  test("reads every text as csv-parse does, in parts of any length", async () => {
    const letter = fc.constantFrom('"', '"', ",", ";", "\n", "\r", "\r\n", "a", "é", "𝄞", " ");
    const text = fc.array(letter, { maxLength: 40 }).map((letters) => letters.join(""));
    let read = 0;
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.constantFrom(",", ";", "é"),
        fc.integer({ min: 1, max: 9 }),
        async (...each) => {
          const [csv, delimiter, partLength] = each;
          const expected = await cellsByLibrary(csv, delimiter);
          if (expected === undefined) {
            expect(() => rowsOf(csv, delimiter, partLength)).toThrow("has a quote that is not closed");
          } else {
            read += 1;
            expect(cellsOf(csv, delimiter, partLength)).toEqual(expected);
          }
        },
      ),
      { numRuns: 500 },
    );
    expect(read).toBeGreaterThan(100);
  });

  test("reads bad rows about as fast as good ones", async () => {
    const [header, count] = ["a,b,c\n", 50_000];
    const msOf = async (row: string) => {
      const text = header + row.repeat(count);
      const { result, cpuMs } = await withCpuMs(() => rowsOf(text, ",", 65_536).length);
      expect(result).toBe(count + 1);
      return cpuMs;
    };
    const good = Math.min(await msOf("x,y,z\n"), await msOf("x,y,z\n"));
    expect(Math.min(await msOf("x\n"), await msOf("x\n"))).toBeLessThan(4 * good);
  });
});

describe("a text without end is refused early, without filling the memory:", () => {
  const part = 65_536;
  test.each<[string, string, RegExp]>([
    [
      "a line of letters",
      "x",
      /^has more than 1,000,000 characters in the row that begins on line 2\. Check/,
    ],
    ["a line of spaces", " ", /^has more than 1,000,000 characters in the row that begins on line 2\. Check/],
    ["a line of commas", ",", /^has more than 10,000 cells in the row that begins on line 2\.$/],
    [
      "a row of commas with line ends in quotes",
      `${",".repeat(62)}"\n"`,
      /^has more than 10,000 cells in the row that begins on line 2\.$/,
    ],
    [
      "a quote that is not closed",
      '"\n',
      /^has a quote that is not closed, in the row that begins on line 2\.$/,
    ],
  ])("%s", (_, repeated, message) => {
    const parser = csvParser(",");
    parser.write("a,b\n");
    // Begins a cell in quotes, or is a cell before the row.
    if (repeated.startsWith('"')) parser.write('"');
    const text = repeated.startsWith('"') ? "x\n".repeat(part / 2) : repeated.repeat(part / repeated.length);
    let written = 0;
    const endless = () => {
      for (; written < 190e6; written += text.length) parser.write(text);
    };
    expect(endless).toThrow(message);
    expect(written).toBeLessThan(1.1e6);
  });

  test("empty lines are no rows, and take no memory", () => {
    const parser = csvParser(",");
    for (let written = 0; written < 10e6; written += part)
      expect(parser.write("\n".repeat(part))).toEqual([]);
    expect(parser.write("a,b\n")).toEqual([{ line: part * 153 + 1, cells: ["a", "b"] }]);
  });
});
