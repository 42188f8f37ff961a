import { useEffect, useRef } from "preact/hooks";
import { stillOf } from "../../filters/moments.ts";
import { momentOf } from "../../labels/describe.ts";
import { LabelStill } from "../../parts/list/label-still.tsx";
import { useSeen } from "../../parts/list/seen.ts";
import { cameraName } from "../../parts/places/hidden.ts";
import { findText } from "../../text/find.ts";
import { reviewText } from "../../text/review.ts";
import { focusIfFree } from "./focus-if-free.ts";
import { type Item, shownName } from "./item.ts";
import type { Reviewing } from "./reviewing.ts";

type Props = {
  readonly reviewing: Reviewing;
  readonly blanks: ReadonlySet<number>;
};

/** The labels to review as pictures, with the person's decisions. */
export function ReviewGrid({ reviewing, blanks }: Props) {
  const review = reviewText.value;
  const list = useRef<HTMLDivElement>(null);
  const { list: labels, cursor, selected, decisions } = reviewing;
  const current = reviewing.current.value;
  const optionId = (id: number) => `to-review-${id}`;
  useEffect(() => focusIfFree(() => list.current), []);
  useEffect(() => {
    if (current) document.getElementById(`to-review-${current.id}`)?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <div
      ref={list}
      class="crops"
      role="listbox"
      aria-label={review.list}
      aria-multiselectable="true"
      aria-activedescendant={current && optionId(current.id)}
      tabIndex={0}
    >
      {labels.items.value.map((item, place) => (
        <Crop
          key={item.id}
          id={optionId(item.id)}
          item={item}
          isCurrent={place === cursor.value}
          isSelected={selected.value.has(item.id)}
          decided={decisions.shown.value.get(item.id)?.common_name}
          isBlank={blanks.has(decisions.shown.value.get(item.id)?.id ?? 0)}
          refusal={decisions.refused.value.get(item.id)}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey) reviewing.toggle(place);
            else reviewing.goTo(place, event.shiftKey);
          }}
        />
      ))}
    </div>
  );
}

type CropProps = {
  readonly id: string;
  readonly item: Item;
  readonly isCurrent: boolean;
  readonly isSelected: boolean;
  /** The name of the species that the person decided on. */
  readonly decided: string | undefined;
  readonly isBlank: boolean;
  readonly refusal: string | undefined;
  readonly onClick: (event: MouseEvent) => void;
};

function Crop({ id, item, isCurrent, isSelected, decided, isBlank, refusal, onClick }: CropProps) {
  const { ref, isSeen } = useSeen<HTMLDivElement>("100%");
  const review = reviewText.value;
  const find = findText.value;
  const { row } = item.label;
  const state =
    refusal !== undefined ? "refused" : decided === undefined ? "open" : isBlank ? "blank" : "agreed";
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the focus and the keys (aria-activedescendant)
    <div
      ref={ref}
      id={id}
      role="option"
      tabIndex={-1}
      class={`crop panel ${state}`}
      aria-selected={isSelected || isCurrent}
      data-current={isCurrent}
      data-chosen={isSelected}
      onClick={onClick}
    >
      <span class="still label-still">
        <LabelStill wanted={stillOf(row)} isSeen={isSeen} />
        {state !== "open" && (
          <span class="mark" aria-hidden="true">
            {state === "refused" ? "!" : isBlank ? "✕" : "✓"}
          </span>
        )}
      </span>
      <span class="said">{decided ?? shownName(item) ?? find.unnamed}</span>
      <span class="sure">{row.confidence !== null && find.sure(row.confidence)}</span>
      <span class="unseen">
        {cameraName(row.capturesource.id, row.capturesource)}, {momentOf(row)}
        {decided !== undefined && `, ${review.decided(decided)}`}
        {refusal !== undefined && `, ${review.refused(refusal)}`}
      </span>
    </div>
  );
}
