import { useBlanks } from "../../api/species.ts";
import type { Row } from "../../labels/label.ts";
import { text } from "../../text/text.ts";
import { type ColumnName, columnText } from "./columns.ts";
import { momentLink, rememberOpened } from "./last-opened.ts";

type Props = { readonly rows: readonly Row[]; readonly columns: readonly ColumnName[] };

/** What was found as a table. The first cell of a row leads to the moment; a click anywhere in the row does, too. */
export function MomentTable({ rows, columns }: Props) {
  const { find } = text.value;
  const blanks = useBlanks();
  return (
    <div class="table-room" role="region" aria-label={find.table} tabIndex={0}>
      <table class="moment-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" class={column}>
                {find.column[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((column, i) => (
                <td key={column} class={column}>
                  {i === 0 ? (
                    <a href={momentLink(row)} data-label={row.id} onClick={() => rememberOpened(row.id)}>
                      {columnText(column, row, blanks) || "–"}
                    </a>
                  ) : (
                    columnText(column, row, blanks)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
