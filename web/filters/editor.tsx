import { useSignal } from "@preact/signals";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import type { Species } from "../api/species.ts";
import { FieldError } from "../parts/form/notes.tsx";
import { SpeciesBox } from "../parts/species/box.tsx";
import { findText } from "../text/find.ts";
import { partsText } from "../text/parts.ts";
import { edited } from "./edit.ts";
import { FilterFields } from "./fields.tsx";
import type { FilterName, Filters } from "./filters.ts";

type Props = {
  readonly filters: Filters;
  readonly name: FilterName;
  readonly title: string;
  readonly onChange: (filters: Filters) => void;
  readonly onClose: () => void;
};

/** A form that sets one filter. */
export function FilterEditor({ filters, name, title, onChange, onClose }: Props) {
  const parts = partsText.value;
  const heading = useId();
  const form = useRef<HTMLFormElement>(null);
  const wrong = useSignal<string | undefined>(undefined);
  // Runs before the next key event, so that no key is lost.
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLElement>("input:checked, input:not([type=radio]), select")?.focus();
  }, []);

  function apply(event: Event) {
    event.preventDefault();
    if (form.current === null) return;
    const data = new FormData(form.current);
    const all = (field: string) => data.getAll(field).filter((value) => typeof value === "string");
    const next = edited(filters, name, { one: (field) => all(field)[0] ?? "", all });
    if (typeof next === "string") wrong.value = next;
    else onChange(next);
  }

  return (
    <form
      ref={form}
      class="filter-editor panel"
      aria-labelledby={heading}
      onSubmit={apply}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
        // Browsers submit a form when Enter is pressed in a text field, but not in a `select`.
        if (event.key !== "Enter" || !(event.target instanceof HTMLSelectElement)) return;
        event.preventDefault();
        form.current?.requestSubmit();
      }}
    >
      <h2 id={heading}>{title}</h2>
      {name.kind === "species" ? (
        <SpeciesBox
          label={parts.species}
          isFirst
          onChoose={({ id }: Species) =>
            onChange({ ...filters, species: [...new Set([...(filters.species ?? []), id])] })
          }
          onCancel={onClose}
        />
      ) : (
        <FilterFields filters={filters} name={name} />
      )}
      <FieldError text={wrong.value} />
      <div class="buttons">
        {name.kind !== "species" && (
          <button type="submit" class="primary">
            {findText.value.apply}
          </button>
        )}
        <button type="button" onClick={onClose}>
          {parts.cancel}
        </button>
      </div>
    </form>
  );
}
