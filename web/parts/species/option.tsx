import { partsText } from "../../text/parts.ts";
import { digitFor, keepFavourite } from "./memory.ts";
import type { Offer } from "./offers.ts";

type Props = {
  readonly id: string;
  readonly offer: Offer;
  readonly isActive: boolean;
  readonly onChoose: () => void;
};

/**
 * A species in the list of a species box: its digit as a favourite, its names, and a star that makes it a favourite.
 */
export function SpeciesOption({ id, offer: { species, digit, isRecent }, isActive, onChoose }: Props) {
  const parts = partsText.value;
  const { common_name, scientific_name } = species;
  const star = digit ?? digitFor(scientific_name);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys (aria-activedescendant)
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span class="digit">{digit !== undefined && <kbd>{digit}</kbd>}</span>
      <span>
        {common_name} <i>{scientific_name}</i>
      </span>
      {isRecent && <span class="quiet">{parts.chosenLast}</span>}
      {/* For the mouse. The keyboard has Alt and a digit. */}
      <span
        class="star"
        aria-hidden="true"
        title={digit === undefined ? parts.keep(common_name, star) : parts.forget(common_name, star)}
        onClick={(event) => {
          event.stopPropagation();
          keepFavourite(scientific_name, star);
        }}
      >
        {digit === undefined ? "☆" : "★"}
      </span>
    </div>
  );
}
