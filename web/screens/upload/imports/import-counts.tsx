import type { Import } from "../../../api/imports.ts";
import { importsText } from "../../../text/imports.ts";

const tables = ["sources", "species", "streams", "annotations"] as const;

/** The numbers of an import. Before the import, they count the records that it can make, and afterwards those it made. */
export function ImportCounts({ job: { status, counts } }: { readonly job: Import }) {
  const imports = importsText.value;
  const isUpdate = tables.some((table) => counts[table].changed > 0);
  const became = ["made", ...(isUpdate ? (["changed"] as const) : []), "there", "bad"] as const;
  const columns = status === "checked" ? (["rows", "bad"] as const) : became;
  return (
    <table class="counts">
      <thead>
        <tr>
          <td />
          {columns.map((column) => (
            <th key={column} scope="col">
              {imports.columns[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {tables.map((table) => (
          <tr key={table}>
            <th scope="row">{imports.tables[table]}</th>
            {columns.map((column) => (
              <td key={column} class={column === "bad" && counts[table].bad > 0 ? "number bad" : "number"}>
                {imports.count(counts[table][column])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
