import { useComputed, useSignal } from "@preact/signals";
import { watchText } from "../../../text/watch.ts";
import type { Labelling } from "../acts/labelling.ts";
import type { Panels } from "../panels.ts";
import type { Watching } from "../watching.ts";
import { LabelFacts } from "./label-facts.tsx";
import { LabelNews } from "./label-news.tsx";
import { nameOf } from "./label-row.tsx";
import { Row, Rows } from "./rows.tsx";
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
