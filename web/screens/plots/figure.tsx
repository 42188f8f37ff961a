import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { byteOrderMark, type Cell, csvLines } from "../../parts/files/csv.ts";
import { saveFile } from "../../parts/files/save-file.ts";
import { TableBox } from "../../parts/list/table-box.tsx";
import { plotsText } from "../../text/plots.ts";
import { svgFile } from "./svg-file.ts";

/** The numbers of a plot. */
type Numbers = {
  readonly columns: readonly string[];
  /** `href`: address in Find of the labels in a row. */
  readonly rows: readonly { readonly cells: readonly Cell[]; readonly href?: string }[];
};

type Props = {
  readonly title: string;
  /** Explanation of the numbers. */
  readonly note: string;
  /** Name of the saved files, without extension. */
  readonly file: string;
  readonly numbers: Numbers;
  /** Controls beside the title. */
  readonly choice?: ComponentChildren;
  /** The drawing: one `svg`. */
  readonly children: ComponentChildren;
};

/** A plot with its explanation, its numbers as a table, and both as files. */
export function Figure({ title, note, file, numbers, choice, children }: Props) {
  const drawing = useRef<HTMLDivElement>(null);
  const plots = plotsText.value;
  const { columns, rows } = numbers;
  const saveCsv = () => {
    const lines = csvLines([columns, ...rows.map(({ cells }) => cells)]);
    saveFile(`${file}.csv`, byteOrderMark + lines, "text/csv");
  };
  const saveSvg = () => {
    const svg = drawing.current?.querySelector("svg");
    if (svg) saveFile(`${file}.svg`, svgFile(svg, title), "image/svg+xml");
  };
  return (
    <section class="plot" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {choice}
      </header>
      <p class="hint">{note}</p>
      {rows.length === 0 ? (
        <p>{plots.none}</p>
      ) : (
        <>
          <div ref={drawing} class="drawing">
            {children}
          </div>
          <footer>
            <details>
              <summary>{plots.table}</summary>
              <NumberTable title={title} numbers={numbers} />
            </details>
            <button type="button" class="plain" onClick={saveCsv}>
              {plots.saveCsv}
            </button>
            <button type="button" class="plain" onClick={saveSvg}>
              {plots.saveSvg}
            </button>
          </footer>
        </>
      )}
    </section>
  );
}

function NumberTable({ title, numbers }: { readonly title: string; readonly numbers: Numbers }) {
  const plots = plotsText.value;
  return (
    <TableBox label={title}>
      <table aria-label={title}>
        <thead>
          <tr>
            {numbers.columns.map((column, i) => (
              <th key={column} scope="col" class={i === 0 ? undefined : "number"}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbers.rows.map(({ cells, href }) => (
            <tr key={cells[0]}>
              <th scope="row">{href === undefined ? cells[0] : <a href={href}>{cells[0]}</a>}</th>
              {cells.slice(1).map((cell, i) => (
                <td key={numbers.columns[i + 1]} class="number">
                  {typeof cell === "number" ? plots.number(cell) : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}
