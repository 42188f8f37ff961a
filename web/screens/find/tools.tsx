import { isAtLeast, useMe } from "../../api/me.ts";
import type { Filters } from "../../filters/filters.ts";
import { DialogButton } from "../../parts/dialog-button.tsx";
import { Switch } from "../../parts/switch.tsx";
import { exportsText } from "../../text/exports.ts";
import { findText } from "../../text/find.ts";
import { columnNames } from "./columns.ts";
import { ExportByService } from "./export-by-service.tsx";
import { ExportDialog } from "./export-dialog.tsx";
import type { View } from "./view.ts";

type Props = {
  readonly filters: Filters;
  readonly view: View;
  /** `undefined` while the labels are being counted. */
  readonly total: number | undefined;
  readonly onView: (view: View) => void;
};

/** The number of labels found, the choice of the view, and the buttons for files. */
export function Tools({ filters, view, total, onView }: Props) {
  const find = findText.value;
  const me = useMe().data;
  return (
    <div class="tools wraps">
      <p class="total" role="status">
        {total !== undefined && find.moments(total)}
      </p>
      <Switch
        label={find.view}
        choices={[
          ["▦", find.grid],
          ["☰", find.table],
        ]}
        chosen={view.isTable ? 1 : 0}
        onChoose={(choice) => onView({ ...view, isTable: choice === 1 })}
      />
      {view.isTable && <Columns view={view} onView={onView} />}
      <label>
        <span class="unseen">{find.sort}</span>
        <select
          value={view.order}
          onChange={({ currentTarget: { value } }) =>
            onView({ ...view, order: value === "start_time" ? "start_time" : "-start_time" })
          }
        >
          <option value="-start_time">{find.sorts.newest}</option>
          <option value="start_time">{find.sorts.oldest}</option>
        </select>
      </label>
      <div class="switch">
        {(["csv", "clips"] as const).map((kind) => (
          <DialogButton key={kind} label={find[kind]} disabled={!total}>
            {(close) => (
              <ExportDialog
                kind={kind}
                filters={filters}
                order={view.order}
                total={total ?? 0}
                onClose={close}
              />
            )}
          </DialogButton>
        ))}
        {me && isAtLeast(me.role, "curator") && (
          <DialogButton label={exportsText.value.open}>
            {(close) => <ExportByService filters={filters} total={total ?? 0} onClose={close} />}
          </DialogButton>
        )}
      </div>
    </div>
  );
}

function Columns({ view, onView }: Pick<Props, "view" | "onView">) {
  const find = findText.value;
  return (
    <details class="columns">
      <summary>{find.columns}</summary>
      <div class="choices panel">
        {columnNames.map((name) => (
          <label key={name} class="option">
            <input
              type="checkbox"
              checked={view.columns.includes(name)}
              // At least one column is shown.
              disabled={view.columns.length === 1 && view.columns.includes(name)}
              onChange={({ currentTarget: { checked } }) =>
                onView({
                  ...view,
                  columns: columnNames.filter((each) =>
                    each === name ? checked : view.columns.includes(each),
                  ),
                })
              }
            />
            {find.column[name]}
          </label>
        ))}
      </div>
    </details>
  );
}
