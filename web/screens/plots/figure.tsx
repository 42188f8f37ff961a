import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { byteOrderMark, type Cell, csvLines } from "../../parts/files/csv.ts";
import { saveFile } from "../../parts/files/save-file.ts";
import { Table } from "../../parts/list/table.tsx";
import { plotsText } from "../../text/plots.ts";
import { svgFile } from "./svg-file.ts";

/** A row of a plot's numbers. `href`: address in Find of its labels. */
type NumberRow = { readonly cells: readonly Cell[]; readonly href?: string };

type Props = {
  readonly title: string;
  /** Explanation of the numbers. */
  readonly note: string;
  /** Name of the saved files, without extension. */
  readonly file: string;
  readonly numbers: { readonly columns: readonly string[]; readonly rows: readonly NumberRow[] };
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
    saveFile(`${file}.csv`, new Blob([byteOrderMark, lines], { type: "text/csv" }));
  };
  const saveSvg = () => {
    const svg = drawing.current?.querySelector("svg");
    if (svg) saveFile(`${file}.svg`, new Blob([svgFile(svg, title)], { type: "image/svg+xml" }));
  };
  return (
    <section class="plot panel" aria-label={title}>
      <header class="wraps">
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
          <footer class="wraps">
            <details>
              <summary>{plots.table}</summary>
              <Table
                label={title}
                aria-label={title}
                rows={rows.map((row) => ({ ...row, id: row.cells[0] ?? "" }))}
                columns={columns.map((heading, i) => ({
                  heading,
                  class: i === 0 ? undefined : "number",
                  cell: ({ cells, href }: NumberRow) => shown(cells[i], i === 0 ? href : undefined),
                }))}
              />
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

/** Returns a cell of the table. @param href address for the heading of a row */
function shown(cell: Cell | undefined, href: string | undefined) {
  const text = typeof cell === "number" ? plotsText.value.number(cell) : cell;
  return href === undefined ? text : <a href={href}>{text}</a>;
}
