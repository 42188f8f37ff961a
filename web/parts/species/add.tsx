import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { addSpecies, type Species } from "../../api/species.ts";
import { partsText } from "../../text/parts.ts";
import { Problem } from "../problem.tsx";

type Props = {
  /** The text that a person searched for: a common or scientific name. */
  readonly typed: string;
  /** Not called after the form has been closed, because nobody waits for the species then. */
  readonly onAdded: (species: Species) => void;
  readonly onCancel: () => void;
};

/** Matches scientific names: two words, of which only the first begins with a capital. */
const looksScientific = /^\p{Lu}[\p{Ll}-]+ \p{Ll}/u;

/** A form for the names of a new species, for curators. */
export function AddSpecies({ typed, onAdded, onCancel }: Props) {
  const parts = partsText.value;
  const isScientific = looksScientific.test(typed);
  const names = useSignal({
    common_name: isScientific ? "" : typed,
    scientific_name: isScientific ? typed : "",
  });
  const error = useSignal<unknown>(undefined);
  const isSending = useSignal(false);
  const empty = useRef<HTMLInputElement>(null);
  // Repeated requests with the same names make one species. Other names are another request.
  const key = useRef<string>(crypto.randomUUID());
  const isGone = useRef(false);
  useLayoutEffect(() => {
    empty.current?.focus();
    return () => {
      isGone.current = true;
    };
  }, []);

  async function send(event: Event) {
    event.preventDefault();
    isSending.value = true;
    error.value = undefined;
    try {
      const added = await addSpecies(names.value, key.current);
      if (!isGone.current) onAdded(added);
    } catch (failure) {
      error.value = failure;
    } finally {
      isSending.value = false;
    }
  }

  return (
    <form class="add-species" onSubmit={(event) => void send(event)}>
      {(["common_name", "scientific_name"] as const).map((name) => (
        <label key={name} class="labelled">
          {name === "common_name" ? parts.commonName : parts.scientificName}
          <input
            ref={names.value[name] === "" ? empty : null}
            required
            maxLength={200}
            value={names.value[name]}
            onInput={({ currentTarget: { value } }) => {
              names.value = { ...names.value, [name]: value };
              key.current = crypto.randomUUID();
            }}
            onKeyDown={(event) => {
              if (event.key !== "Escape") return;
              event.stopPropagation();
              onCancel();
            }}
          />
        </label>
      ))}
      {error.value !== undefined && <Problem error={error.value} />}
      <div class="buttons">
        <button type="submit" class="primary" disabled={isSending.value}>
          {parts.addSpecies}
        </button>
        <button type="button" onClick={onCancel}>
          {parts.cancel}
        </button>
      </div>
    </form>
  );
}
