import { useSignal } from "@preact/signals";
import { isAtLeast, useMe } from "../../api/me.ts";
import type { Filters } from "../../filters/filters.ts";
import { Switch } from "../../parts/switch.tsx";
import { exportsText } from "../../text/exports.ts";
import { findText } from "../../text/find.ts";
import { columnNames } from "./columns.ts";
import type { ExportKind } from "./export.ts";
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
  const exporting = useSignal<ExportKind | "service" | undefined>(undefined);
  const close = () => {
    exporting.value = undefined;
  };
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
          <button
            key={kind}
            type="button"
            disabled={!total}
            onClick={() => {
              exporting.value = kind;
            }}
          >
            {find[kind]}
          </button>
        ))}
        {me && isAtLeast(me.role, "curator") && (
          <button
            type="button"
            onClick={() => {
              exporting.value = "service";
            }}
          >
            {exportsText.value.open}
          </button>
        )}
      </div>
      {exporting.value === "service" && (
        <ExportByService filters={filters} total={total ?? 0} onClose={close} />
      )}
      {exporting.value && exporting.value !== "service" && (
        <ExportDialog
          kind={exporting.value}
          filters={filters}
          order={view.order}
          total={total ?? 0}
          onClose={close}
        />
      )}
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
