import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Label } from "../../../labels/label.ts";
import type { Watching } from "../watching.ts";
import { useFollowingFocus } from "./following-focus.ts";
import { LabelRow } from "./label-row.tsx";

/** The row of a label, which selects it. */
export function Row({ label, watching }: { readonly label: Label; readonly watching: Watching }) {
  return (
    <LabelRow
      label={label}
      isSelected={watching.selectedId.value === label.id}
      onSelect={() => void watching.select(label.id)}
    />
  );
}

/** Rows above and below the visible part that are also in the document, so that scrolling shows no gaps. */
const spare = 8;

/** A long list. Only its visible rows are in the document. */
export function Rows({
  labels,
  watching,
}: {
  readonly labels: readonly Label[];
  readonly watching: Watching;
}) {
  const list = useRef<HTMLUListElement>(null);
  const seen = useSignal({ top: 0, height: 600, row: 44 });
  const selected = watching.selected.value;
  useLayoutEffect(() => {
    const element = list.current;
    const box = element?.parentElement;
    if (!element || !box) return undefined;
    const measure = () => {
      const row = Number.parseFloat(getComputedStyle(element).getPropertyValue("--row")) * rootSize();
      seen.value = { top: box.scrollTop, height: box.clientHeight, row };
    };
    const resized = new ResizeObserver(measure);
    resized.observe(box);
    box.addEventListener("scroll", measure, { passive: true });
    measure();
    return () => {
      resized.disconnect();
      box.removeEventListener("scroll", measure);
    };
  }, [seen]);

  // Scrolls to a label that was selected elsewhere, and draws its row at once: the focus may have to move to it.
  useLayoutEffect(() => {
    const box = list.current?.parentElement;
    const index = selected ? labels.indexOf(selected) : -1;
    if (!box || index < 0) return;
    const { row } = seen.peek();
    if (index * row < box.scrollTop || (index + 1) * row > box.scrollTop + box.clientHeight) {
      box.scrollTop = (index + 0.5) * row - box.clientHeight / 2;
      seen.value = { ...seen.peek(), top: box.scrollTop };
    }
  }, [selected, labels, seen]);

  useFollowingFocus(list, {
    id: selected?.id,
    isListed: selected !== undefined && labels.includes(selected),
  });

  const { top, height, row } = seen.value;
  const first = Math.max(0, Math.floor(top / row) - spare);
  const count = Math.ceil(height / row) + 2 * spare;
  return (
    <div class="scroller">
      <ul ref={list} class="rows" style={{ blockSize: `${labels.length * row}px` }} onKeyDown={moveFocus}>
        {labels.slice(first, first + count).map((label, index) => (
          <li
            key={label.id}
            aria-setsize={labels.length}
            aria-posinset={first + index + 1}
            style={{ insetBlockStart: `${(first + index) * row}px` }}
          >
            <Row label={label} watching={watching} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function rootSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** The up and down keys move the focus between rows. */
function moveFocus(event: KeyboardEvent): void {
  const item = event.target instanceof Element ? event.target.closest("li") : null;
  const next =
    event.key === "ArrowDown"
      ? item?.nextElementSibling
      : event.key === "ArrowUp"
        ? item?.previousElementSibling
        : undefined;
  if (!next) return;
  event.preventDefault();
  next.querySelector("button")?.focus();
}
