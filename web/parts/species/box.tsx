import { useSignal } from "@preact/signals";
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks";
import { isAtLeast, useMe } from "../../api/me.ts";
import type { Species } from "../../api/species.ts";
import { partsText } from "../../text/parts.ts";
import { useDelayed } from "../delayed.ts";
import { Problem } from "../problem.tsx";
import { AddSpecies } from "./add.tsx";
import { keepFavourite, remember } from "./memory.ts";
import { lookAgain, type Offer, useOffers } from "./offers.ts";
import { SpeciesOption } from "./option.tsx";

type Props = {
  /** The field's label. */
  readonly label: string;
  /** `true` if it gets the focus at once. */
  readonly isFirst?: boolean;
  readonly onChoose: (species: Species) => void;
  /** Called for Escape while the field is empty. */
  readonly onCancel?: () => void;
};

/**
 * A field that chooses a species by the beginning of any word of its names: a combobox with a list, as the ARIA
 * Authoring Practices describe it. While it is empty, it offers the favourites with their digits, and the species that
 * were chosen last.
 */
export function SpeciesBox({ label, isFirst = false, onChoose, onCancel }: Props) {
  const parts = partsText.value;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const typed = useSignal("");
  const prefix = useDelayed(typed.value.trim());
  const isOpen = useSignal(isFirst);
  const active = useSignal(0);
  const isAdding = useSignal(false);
  /** `true` if Enter was pressed before the species arrived. */
  const isAwaited = useSignal(false);
  const me = useMe();
  const { offers, isSettled: isAnswered, isLate, error } = useOffers(prefix);
  // The offers must belong to the typed text. Otherwise Enter could choose the wrong species.
  const isSettled = prefix === typed.value.trim() && isAnswered;
  const at = Math.min(active.value, offers.length - 1);
  const isNone = isSettled && prefix !== "" && offers.length === 0 && !error && !isLate;
  const lateNote = isLate && isSettled ? parts.late(offers.length, prefix !== "") : undefined;
  useLayoutEffect(() => {
    if (isFirst) field.current?.focus();
  }, [isFirst]);
  useEffect(() => {
    if (!isAwaited.value || !isSettled) return;
    isAwaited.value = false;
    if (offers[0]) choose(offers[0]);
  });
  const optionId = (index: number) => `${id}-${index}`;
  const shownOption = isOpen.value && at >= 0 ? optionId(at) : undefined;
  useEffect(() => {
    if (shownOption) document.getElementById(shownOption)?.scrollIntoView({ block: "nearest" });
  }, [shownOption]);

  function choose({ species }: Offer | { readonly species: Species }) {
    remember(species.scientific_name);
    typed.value = "";
    isAwaited.value = false;
    isOpen.value = false;
    isAdding.value = false;
    onChoose(species);
  }

  function onKey(event: KeyboardEvent) {
    // Keys of an input method that composes a character.
    if (event.isComposing) return;
    if (take(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** @returns `true` if the key was for the list */
  function take({ key, code, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
    if (ctrlKey || metaKey) return false;
    const offer = offers[at];
    const digit = Number(/^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1]);
    if (altKey && digit && offer) {
      keepFavourite(offer.species.scientific_name, digit);
      return true;
    }
    if (!altKey && typed.value === "" && /^[1-9]$/.test(key)) {
      const favourite = offers.find((each) => each.digit === Number(key));
      if (favourite) choose(favourite);
      return favourite !== undefined;
    }
    if (key === "ArrowDown" || key === "ArrowUp") {
      if (isOpen.value) move(key === "ArrowDown" ? 1 : -1);
      isOpen.value = true;
      return true;
    }
    if (key === "Enter") {
      // A fast typist may be ahead of the last drawing.
      const isReady = isSettled && prefix === typed.value.trim();
      if (isReady && offer && isOpen.value) choose(offer);
      isAwaited.value = !isReady;
      return true;
    }
    if (key === "Escape") {
      if (typed.value === "" || isAdding.value) onCancel?.();
      typed.value = "";
      isAwaited.value = false;
      isOpen.value = false;
      return true;
    }
    return false;
  }

  function move(by: number) {
    if (offers.length > 0) active.value = (at + by + offers.length) % offers.length;
  }

  return (
    <div
      class="species-box"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) isOpen.value = false;
      }}
    >
      <label for={id}>{label}</label>
      <input
        ref={field}
        id={id}
        type="text"
        role="combobox"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        placeholder={parts.speciesHint}
        aria-autocomplete="list"
        aria-expanded={isOpen.value && offers.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={offers.length > 0 ? shownOption : undefined}
        value={typed.value}
        onInput={({ currentTarget: { value } }) => {
          typed.value = value;
          active.value = 0;
          isAwaited.value = false;
          isOpen.value = true;
          isAdding.value = false;
        }}
        onFocus={() => {
          isOpen.value = true;
        }}
        onClick={() => {
          isOpen.value = true;
        }}
        onKeyDown={onKey}
      />
      <div class="offers panel" hidden={!isOpen.value || isAdding.value}>
        <div id={`${id}-list`} role="listbox" aria-label={label}>
          {offers.map((offer, index) => (
            <SpeciesOption
              key={offer.species.id}
              id={optionId(index)}
              offer={offer}
              isActive={index === at}
              onChoose={() => choose(offer)}
            />
          ))}
        </div>
        {!isSettled && offers.length === 0 && <p class="appears-late">{parts.looking}</p>}
        {isNone && <p>{parts.noSpecies}</p>}
        {isNone && me.data && isAtLeast(me.data.role, "curator") && (
          <button
            type="button"
            onClick={() => {
              isAdding.value = true;
            }}
          >
            {parts.addIt(prefix)}
          </button>
        )}
        {lateNote && <p>{lateNote}</p>}
        {error && <Problem error={error} onRetry={() => void lookAgain()} />}
        {offers.length > 0 && <p class="hint">{parts.keepHint}</p>}
      </div>
      {isAdding.value && (
        <AddSpecies
          typed={prefix}
          onAdded={(species) => choose({ species })}
          onCancel={() => {
            isAdding.value = false;
            field.current?.focus();
          }}
        />
      )}
      <p class="unseen" role="status">
        {isOpen.value &&
          isSettled &&
          prefix !== "" &&
          (lateNote ?? (isNone ? parts.noSpecies : parts.speciesFound(offers.length)))}
      </p>
    </div>
  );
}
