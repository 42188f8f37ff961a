import { useBlanks } from "../../api/species.ts";
import { useClaim } from "../../labels/claim.ts";
import type { Row } from "../../labels/label.ts";
import { momentLink, rememberOpened } from "../../parts/list/last-opened.ts";
import { findText } from "../../text/find.ts";
import { type ColumnName, columnTexts } from "./columns.ts";

type Props = { readonly rows: readonly Row[]; readonly columns: readonly ColumnName[] };

/** The labels found, as a table. The link in a row's first cell, and a click anywhere in the row, open the moment. */
export function MomentTable({ rows, columns }: Props) {
  const blanks = useBlanks();
  return (
    <div class="table-box panel">
      <table class="moment-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" class={column}>
                {findText.value.column[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <MomentRow key={row.id} row={row} columns={columns} blanks={blanks} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = Pick<Props, "columns"> & { readonly row: Row; readonly blanks: ReadonlySet<number> };

function MomentRow({ row, columns, blanks }: RowProps) {
  const claim = useClaim(row, blanks);
  const [first = "time", ...others] = columns;
  return (
    <tr class="link-row">
      <td class={first}>
        <a href={momentLink(row)} data-label={row.id} onClick={() => rememberOpened(row.id)}>
          {columnTexts[first](row, claim) || "–"}
        </a>
      </td>
      {others.map((column) => (
        <td key={column} class={column}>
          {columnTexts[column](row, claim)}
        </td>
      ))}
    </tr>
  );
}
