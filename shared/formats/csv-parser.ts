import { UnreadableTable } from "./unreadable-table.ts";

/** The cells of a row, and the line of the file on which it begins: cells in quotes may have line ends. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] };

export type CsvParser = {
  /** Takes the next part of the text, and returns the rows that end in it. */
  readonly write: (text: string) => readonly CsvRow[];
  /** Returns the last row if it has no line end. */
  readonly end: () => readonly CsvRow[];
};

/**
 * Maximum number of characters in a row. A longer row usually has an unclosed quote, which would take the rest of the
 * file.
 */
export const maxRow = 1_000_000;

/** Maximum number of cells in a row. Tables have some tens of columns. */
const maxCells = 10_000;

const [quote, lf, cr] = [0x22, 0x0a, 0x0d];

/**
 * Parses CSV (RFC 4180) with the line ends of any system, and leaves out empty lines. Reads each character once and
 * keeps at most one row, whatever the text is. A quote within a cell is a character like any other. If text follows a
 * closing quote, the quotes belong to the cell.
 * @param delimiter one UTF-16 code unit that separates cells
 * @throws UnreadableTable
 */
export function csvParser(delimiter: string): CsvParser {
  const separator = delimiter.charCodeAt(0);
  /** The place of the next character: at the start of a cell, in its text, in quotes, or after a quote in quotes. */
  let place: "start" | "text" | "quotes" | "after-quote" = "start";
  /** The beginning of the current cell, in earlier parts of the text. */
  let held = "";
  let cells: string[] = [];
  /** Number of characters in the row before the current cell. */
  let length = 0;
  let [line, rowLine] = [1, 1];
  let previous = 0;

  function endCell(rest: string): void {
    const raw = held + rest;
    cells.push(place === "after-quote" ? unquoted(raw) : copied(raw));
    length += raw.length + 1;
    held = "";
    place = "start";
    checkSize();
  }

  function checkSize(): void {
    const where = `in the row that begins on line ${rowLine}`;
    if (cells.length > maxCells) {
      const most = maxCells.toLocaleString("en");
      throw new UnreadableTable("too-long", `has more than ${most} cells ${where}.`);
    }
    if (length + held.length <= maxRow) return;
    if (place === "quotes") throw unclosed(rowLine);
    const most = maxRow.toLocaleString("en");
    const message = `has more than ${most} characters ${where}. Check the line ends and the quotes.`;
    throw new UnreadableTable("too-long", message);
  }

  function endRow(rows: CsvRow[]): void {
    if (cells.length > 1 || cells[0] !== "") rows.push({ line: rowLine, cells });
    cells = [];
    length = 0;
  }

  return {
    write: (text) => {
      const rows: CsvRow[] = [];
      let from = 0;
      for (let i = 0; i < text.length; i += 1) {
        const char = text.charCodeAt(i);
        const endsLine = char === lf || char === cr;
        // "\r\n" is one line end.
        if (endsLine && (char === cr || previous !== cr)) line += 1;
        previous = char;
        if (place === "quotes") {
          if (char === quote) place = "after-quote";
          continue;
        }
        if (place === "after-quote" && char === quote) {
          place = "quotes";
          continue;
        }
        if (char !== separator && !endsLine) {
          if (place === "after-quote") {
            held = `"${unquoted(held + text.slice(from, i))}"`;
            from = i;
          }
          place = place === "start" && char === quote ? "quotes" : "text";
          continue;
        }
        const isEmptyLine = endsLine && place === "start" && cells.length === 0;
        if (!isEmptyLine) endCell(text.slice(from, i));
        if (endsLine && !isEmptyLine) endRow(rows);
        from = i + 1;
        if (endsLine) rowLine = line;
      }
      held += text.slice(from);
      checkSize();
      return rows;
    },

    end: () => {
      const rows: CsvRow[] = [];
      if (place === "quotes") throw unclosed(rowLine);
      if (place === "start" && cells.length === 0) return rows;
      endCell("");
      endRow(rows);
      return rows;
    },
  };
}

function unquoted(raw: string): string {
  return copied(raw.slice(1, -1)).replaceAll('""', '"');
}

/** Number of characters from which V8 makes a part of a text refer to the whole text. It copies shorter parts. */
const minReferring = 13;

/** Copies a text, since a part of a text keeps the whole text in memory, and some cells are kept. */
function copied(text: string): string {
  return text.length < minReferring ? text : Buffer.from(text).toString();
}

function unclosed(rowLine: number): UnreadableTable {
  return new UnreadableTable(
    "quotes",
    `has a quote that is not closed, in the row that begins on line ${rowLine}.`,
  );
}
