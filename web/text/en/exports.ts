import { formatBytes } from "../../../client/format-bytes.ts";

const number = (n: number) => n.toLocaleString("en-GB");

/** Tables that the service makes of what was found. */
export const exports = {
  open: "Export",
  title: "Export what was found",
  what: (total: number) =>
    `One table with ${total === 1 ? "the label" : `all ${number(total)} labels`}, for R, Python or a spreadsheet. It goes on when you close this.`,
  begin: "Make the table",
  columns: "Notes with a column of their own (optional)",
  columnsHint: "With commas: behaviour, sex. The table has all notes of a label in one column anyway.",
  exact: "Exact places, also of sensitive species",
  exactHint: "Else the places where such a species was ever seen are rounded or left out.",
  yours: "Your exports",
  progress: "Labels read",
  read: (done: number, total: number) => `${number(done)} of ${number(total)}`,
  download: (name: string, bytes: number) => `${name}, ${formatBytes(bytes)}`,
  counted: ({ rows, gone, withheld }: { rows: number; gone: number; withheld: number }) =>
    [
      rows === 1 ? "1 label" : `${number(rows)} labels`,
      ...(gone > 0 ? [`${number(gone)} deleted meanwhile`] : []),
      ...(withheld > 0 ? [`${number(withheld)} left out to protect a species`] : []),
    ].join(", "),
  remove: "Remove",
};
