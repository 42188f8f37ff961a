import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Cell, csvLines } from "../../../../web/parts/files/csv.ts";

/** Parses RFC 4180 as spreadsheets do. */
function parse(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let found = cell.exec(csv); found !== null; found = cell.exec(csv)) {
    const [, quoted, plain = "", end] = found;
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom('"', ",", "\r", "\n", "=", "+", "-", "@", "\t", "a", "é") }),
);
const cells = (size: number) =>
  fc.array(
    fc.array(fc.oneof(text, fc.double({ noNaN: true }), fc.constant(null)), {
      minLength: size,
      maxLength: size,
    }),
  );

describe("a CSV file", () => {
  test("keeps every cell unchanged, but puts an apostrophe before text that looks like a formula", () => {
    fc.assert(
      fc.property(cells(3), (rows) => {
        const shown = (cell: Cell) =>
          typeof cell === "string" && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell ?? "");
        expect(parse(csvLines(rows))).toEqual(rows.map((row) => row.map(shown)));
      }),
    );
  });

  test("keeps negative numbers without an apostrophe", () => {
    expect(csvLines([["-1", -1, null, "=1+1", "a,b"]])).toBe(`'-1,-1,,'=1+1,"a,b"\r\n`);
    expect(csvLines([["＝1", "＋1", "－1", "＠A1"]])).toBe("'＝1,'＋1,'－1,'＠A1\r\n");
  });
});
