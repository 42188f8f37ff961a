import { useSignal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { useBlanks } from "../../api/species.ts";
import type { Filters } from "../../filters/filters.ts";
import { maxInOrder, type Order } from "../../filters/moments.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { saveFile } from "../../parts/files/save-file.ts";
import { Problem } from "../../parts/problem.tsx";
import { findText } from "../../text/find.ts";
import { partsText } from "../../text/parts.ts";
import { type ExportKind, exportFile } from "./export.ts";

type Props = {
  readonly kind: ExportKind;
  readonly filters: Filters;
  readonly order: Order;
  /** Number of labels that match the filters. */
  readonly total: number;
  readonly onClose: () => void;
};

type State =
  | { readonly kind: "asking" }
  | { readonly kind: "reading"; readonly done: number; readonly all: number }
  | { readonly kind: "done"; readonly lines: number }
  | { readonly kind: "failed"; readonly error: unknown };

/** Makes a file of the labels found, in the browser. Closing the dialog cancels it. */
export function ExportDialog({ kind, filters, order, total, onClose }: Props) {
  const find = findText.value;
  const state = useSignal<State>({ kind: "asking" });
  const blanks = useBlanks();
  const [closed] = useState(() => new AbortController());
  useEffect(() => () => closed.abort(), [closed]);

  async function save() {
    let lines = 0;
    const onProgress = (done: number, all: number) => {
      lines = done;
      state.value = { kind: "reading", done, all };
    };
    onProgress(0, Math.min(total, maxInOrder));
    try {
      const file = await exportFile(kind, { filters, order }, blanks, onProgress, closed.signal);
      saveFile(kind === "csv" ? "labels.csv" : "clips.csv", file);
      state.value = { kind: "done", lines };
    } catch (error) {
      if (!closed.signal.aborted) state.value = { kind: "failed", error };
    }
  }

  const now = state.value;
  return (
    <Dialog title={kind === "csv" ? find.csvTitle : find.clipsTitle} onClose={onClose}>
      <p>{kind === "csv" ? find.csvWhat : find.clipsWhat}</p>
      {total > maxInOrder && <p class="notice">{find.onlyFirst(maxInOrder, total)}</p>}
      {now.kind === "reading" && (
        <p class="export-progress">
          <progress value={now.done} max={now.all} aria-label={find.exported(now.done, now.all)} />
          {find.exported(now.done, now.all)}
        </p>
      )}
      {now.kind === "failed" && <Problem error={now.error} onRetry={() => void save()} />}
      {now.kind === "done" && <p role="status">{find.saved(now.lines)}</p>}
      <div class="buttons">
        {now.kind === "asking" && (
          <button type="button" class="primary" onClick={() => void save()}>
            {find.save}
          </button>
        )}
        {now.kind === "reading" && (
          <button type="button" onClick={onClose}>
            {partsText.value.cancel}
          </button>
        )}
      </div>
    </Dialog>
  );
}
