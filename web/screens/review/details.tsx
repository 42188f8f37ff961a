import type { Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Key } from "../../keys/key.tsx";
import { momentOf } from "../../labels/describe.ts";
import { momentLink } from "../../parts/list/last-opened.ts";
import { cameraName } from "../../parts/places/hidden.ts";
import { Problem } from "../../parts/problem.tsx";
import { SpeciesBox } from "../../parts/species/box.tsx";
import { findText } from "../../text/find.ts";
import { reviewText } from "../../text/review.ts";
import { focusIfFree } from "./focus-if-free.ts";
import { type Item, shownName } from "./item.ts";
import { Look } from "./look.tsx";
import type { Reviewing } from "./reviewing.ts";

type Props = {
  readonly reviewing: Reviewing;
  readonly isLooping: Signal<boolean>;
  /** `true` if the list is not shown beside it. */
  readonly isAlone: boolean;
};

/** The label at the cursor, with buttons for each decision. The keys do the same. */
export function Details({ reviewing, isLooping, isAlone }: Props) {
  const item = reviewing.current.value;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // Without the list, Enter must act on the label, not on the button that opened this view.
    if (isAlone) focusIfFree(() => panel.current);
  }, [isAlone]);
  if (item === undefined) return null;
  return (
    <aside ref={panel} class="details panel" tabIndex={-1} aria-label={reviewText.value.title}>
      <Look item={item} reviewing={reviewing} isLooping={isLooping} />
      <Facts item={item} reviewing={reviewing} />
      {reviewing.isNaming.value ? <Naming reviewing={reviewing} /> : null}
      <Buttons item={item} reviewing={reviewing} isLooping={isLooping} />
    </aside>
  );
}

type FactsProps = { readonly item: Item; readonly reviewing: Reviewing };

function Facts({ item, reviewing }: FactsProps) {
  const review = reviewText.value;
  const { claim } = item;
  const { row, species } = item.label;
  const decided = reviewing.decisions.shown.value.get(item.id);
  const refusal = reviewing.decisions.refused.value.get(item.id);
  const several = reviewing.selected.value.size;
  const voters = row.identifications.flatMap(({ identified_by }) => identified_by);
  const { alternatives = [] } = row.machine ?? {};
  const who = species ? voters.map(({ display_name }) => display_name).join(", ") : row.observer;
  return (
    <div class="review-facts">
      <h2>
        {shownName(item) ?? findText.value.unnamed} {claim && <i>{claim.scientific_name}</i>}
      </h2>
      <p>
        {row.confidence !== null && `${review.sure(row.confidence)} · `}
        {item.name === undefined ? review.foundBy(who) : review.saidBy(who)}
      </p>
      {alternatives.length > 0 && (
        <p>{review.alternatives(alternatives.map(({ name, score }) => review.alternative(name, score)))}</p>
      )}
      <p>
        {cameraName(row.capturesource.id, row.capturesource)} · {momentOf(row)}
      </p>
      {decided && <p class="decided">{review.decided(decided.common_name)}</p>}
      {refusal !== undefined && (
        <p class="field-error" role="alert">
          {review.refused(refusal)}
        </p>
      )}
      {reviewing.failure.value !== undefined && (
        <>
          <p class="field-error">{review.undecided}</p>
          <Problem error={reviewing.failure.value} />
        </>
      )}
      {several > 1 && (
        <p class="several" role="status">
          {review.selected(several)}
        </p>
      )}
    </div>
  );
}

function Naming({ reviewing }: Pick<Props, "reviewing">) {
  const review = reviewText.value;
  const chosen = reviewing.chosen.value;
  const close = () => {
    reviewing.isNaming.value = false;
    focusList();
  };
  return (
    <div class="naming">
      {reviewing.unnamed.value > 0 && <p role="status">{review.namesNone(reviewing.unnamed.value)}</p>}
      <SpeciesBox
        // Another selection gets a new box, because the typed text was meant for the old one.
        key={chosen.map(({ id }) => id).join(" ")}
        label={review.species}
        isFirst
        onChoose={(species) => {
          reviewing.choose(species, chosen);
          close();
        }}
        onCancel={close}
      />
    </div>
  );
}

type ButtonsProps = FactsProps & Pick<Props, "isLooping">;

function Buttons({ item, reviewing, isLooping }: ButtonsProps) {
  const review = reviewText.value;
  const { decisions } = reviewing;
  return (
    <div class="buttons">
      <button type="button" class="primary" onClick={() => reviewing.agree()}>
        {review.agree} <Key screen="review" of="Enter" />
      </button>
      <button type="button" onClick={() => void reviewing.nothingThere()}>
        {review.nothing} <Key screen="review" of="x" />
      </button>
      <button
        type="button"
        aria-expanded={reviewing.isNaming.value}
        onClick={() => {
          reviewing.isNaming.value = !reviewing.isNaming.value;
        }}
      >
        {review.name} <Key screen="review" of="s" />
      </button>
      <button type="button" class="plain" onClick={() => reviewing.skip()}>
        {review.skip} <Key screen="review" of="u" />
      </button>
      <button
        type="button"
        class="plain"
        disabled={!decisions.canUndo.value}
        onClick={() => reviewing.undo()}
      >
        {review.undo} <Key screen="review" of="z" />
      </button>
      <button
        type="button"
        class="plain"
        aria-pressed={isLooping.value}
        onClick={() => {
          isLooping.value = !isLooping.value;
        }}
      >
        {isLooping.value ? review.stop : review.look} <Key screen="review" of="Space" />
      </button>
      <a class="button" href={momentLink(item.label.row)}>
        {review.watch} <Key screen="review" of="w" />
      </a>
    </div>
  );
}

/** Returns the focus to the list, or to the single label. */
function focusList(): void {
  document.querySelector<HTMLElement>(".crops, .details")?.focus({ preventScroll: true });
}
