import type { ComponentChildren, HTMLAttributes } from "preact";
import { shellText } from "../../text/shell.ts";

type Identified = { readonly id: string | number };

export type Column<R> = {
  readonly heading: string;
  readonly cell: (row: R) => ComponentChildren;
  readonly class?: "number" | "quiet" | "actions" | undefined;
  /** `true` if only screen readers need the heading, for example of a column of buttons. */
  readonly isUnseen?: true;
};

type Props<R> = HTMLAttributes<HTMLTableElement> & {
  readonly rows: readonly R[];
  /** The first column has the headings of the rows. */
  readonly columns: readonly Column<R>[];
  /** Name of a table that may be wider than the screen. It scrolls on its own, by the keyboard, too. */
  readonly label?: string;
  /** `true`: on narrow screens, the cells of a row stand below each other, each after its heading. */
  readonly stacks?: true;
};

export function Table<R extends Identified>({ rows, columns, label, stacks, ...own }: Props<R>) {
  const [first, ...others] = columns;
  const table = (
    <table {...own}>
      <thead>
        <tr>
          {columns.map(({ heading, class: kind, isUnseen }) =>
            isUnseen ? (
              <td key={heading}>
                <span class="unseen">{heading}</span>
              </td>
            ) : (
              <th key={heading} scope="col" class={kind}>
                {heading}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">{first?.cell(row)}</th>
            {others.map(({ heading, cell, class: kind, isUnseen }) => (
              <td key={heading} class={kind} data-title={isUnseen ? undefined : heading}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (label === undefined) return table;
  return (
    <section
      class={stacks ? "table-box panel stacks" : "table-box panel"}
      aria-label={shellText.value.tableOf(label)}
      tabindex={0}
    >
      {table}
    </section>
  );
}
