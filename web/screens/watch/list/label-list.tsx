import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Label } from "../../../labels/label.ts";
import { watchText } from "../../../text/watch.ts";
import type { Labelling } from "../acts/labelling.ts";
import type { Panels } from "../panels.ts";
import type { Watching } from "../watching.ts";
import { LabelFacts } from "./label-facts.tsx";
import { LabelNews } from "./label-news.tsx";
import { LabelRow, nameOf } from "./label-row.tsx";
import { Unlabelled } from "./unlabelled.tsx";

type Props = { readonly watching: Watching; readonly panels: Panels };

type ListProps = Props & {
  /** Missing for people who may not label. */
  readonly labelling: Labelling | undefined;
};

/** The labels on the current frame, the facts about the selected label, and all labels of the stream. */
export function LabelList({ watching, panels, labelling }: ListProps) {
  const selected = watching.selected.value;
  return (
    <aside class="labels">
      {labelling && <LabelNews labelling={labelling} watching={watching} />}
      {watching.hasPicture.value && <Here watching={watching} />}
      {selected && <LabelFacts label={selected} labelling={labelling} panels={panels} />}
      <All watching={watching} panels={panels} labelling={labelling} />
    </aside>
  );
}

function Here({ watching }: Pick<Props, "watching">) {
  const watch = watchText.value;
  const here = watching.here.value;
  // The labels of this frame may still be loading.
  if (here.length === 0 && !watching.labels.isComplete.value) return null;
  return (
    <section>
      <h2>{watch.here(here.length)}</h2>
      {here.length === 0 && <p class="quiet">{watch.nothingHere}</p>}
      <ul class="rows here">
        {here.map((label) => (
          <li key={label.id}>
            <Row label={label} watching={watching} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ label, watching }: { readonly label: Label; readonly watching: Watching }) {
  return (
    <LabelRow
      label={label}
      isSelected={watching.selectedId.value === label.id}
      onSelect={() => void watching.select(label.id)}
    />
  );
}

function All({ watching, panels, labelling }: ListProps) {
  const watch = watchText.value;
  const wanted = useSignal("");
  const found = useComputed(() => {
    const name = wanted.value.trim().toLowerCase();
    const { labels } = watching.labels.set.value;
    if (name === "") return labels;
    return labels.filter((label) => {
      const { scientific_name = "" } = label.claim ?? {};
      return `${nameOf(label)} ${scientific_name}`.toLowerCase().includes(name);
    });
  });
  const total = watching.labels.total.value;
  const have = watching.labels.set.value.labels.length;
  const { failure, isComplete } = watching.labels;
  return (
    <section class="all">
      <h2>{total === undefined ? watch.allUnknown : watch.all(total)}</h2>
      {failure.value !== undefined && (
        <p class="notice bad" role="alert">
          {watch.labelsFailed(failure.value)}{" "}
          <button type="button" onClick={() => void watching.labels.load(watching.frame.peek()?.ms ?? 0)}>
            {watch.again}
          </button>
        </p>
      )}
      {!isComplete.value && failure.value === undefined && (
        <p class="quiet appears-late" role="status">
          {watch.fetchingLabels(have, total)}
        </p>
      )}
      {have > 0 && (
        <input
          ref={(element) => {
            panels.filter = element;
          }}
          type="search"
          aria-label={watch.filter}
          placeholder={watch.filter}
          value={wanted.value}
          onInput={({ currentTarget }) => {
            wanted.value = currentTarget.value;
          }}
        />
      )}
      {isComplete.value && found.value.length === 0 && (
        <p class="quiet">{have === 0 ? watch.noneYet : watch.noneFound}</p>
      )}
      {isComplete.value && have === 0 && labelling && <Unlabelled labelling={labelling} />}
      <Rows labels={found.value} watching={watching} />
    </section>
  );
}

/** Rows above and below the visible part that are also in the document, so that scrolling shows no gaps. */
const spare = 8;

/** A long list. Only its visible rows are in the document. */
function Rows({ labels, watching }: { readonly labels: readonly Label[]; readonly watching: Watching }) {
  const list = useRef<HTMLUListElement>(null);
  const seen = useSignal({ top: 0, height: 600, row: 44 });
  const selected = watching.selected.value;
  useEffect(() => {
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

  // Scrolls to a label that was selected elsewhere.
  useEffect(() => {
    const box = list.current?.parentElement;
    const index = selected ? labels.indexOf(selected) : -1;
    if (!box || index < 0) return;
    const { row } = seen.peek();
    if (index * row < box.scrollTop || (index + 1) * row > box.scrollTop + box.clientHeight) {
      box.scrollTop = (index + 0.5) * row - box.clientHeight / 2;
    }
  }, [selected, labels, seen]);

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
