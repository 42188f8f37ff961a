import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useCaptureSources } from "../api/capture-sources.ts";
import { useSpecies } from "../api/species.ts";
import { cameraName } from "../parts/places/hidden.ts";
import { findText } from "../text/find.ts";
import { chipText, type Names } from "./chip-text.ts";
import { FilterEditor } from "./editor.tsx";
import {
  type FilterKind,
  type FilterName,
  type Filters,
  filterKinds,
  namesOf,
  withoutFilter,
} from "./filters.ts";

type Props = {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
  /** Kinds that have a chip even when they are not set. If given, the menu offers no other kinds. */
  readonly kinds?: readonly FilterKind[];
  /** Titles for kinds, if they differ from the usual titles. */
  readonly titles?: Partial<Record<FilterKind, string>>;
};

/** The filters, each as a chip that can be edited and removed, and a menu of the other kinds. */
export function FilterChips({ filters, onChange, kinds, titles }: Props) {
  const find = findText.value;
  const editing = useSignal<FilterName | undefined>(undefined);
  const isMenuOpen = useSignal(false);
  const group = useRef<HTMLFieldSetElement>(null);
  /** The kind of filter that was edited until now. */
  const closed = useRef<{ readonly kind: FilterKind | undefined } | undefined>(undefined);
  const names = useNames(filters);
  const set = namesOf(filters);
  const titleOf = (kind: FilterKind) => titles?.[kind] ?? find.kinds[kind];
  const unset = (kinds ?? []).filter((kind) => !set.some((name) => name.kind === kind));
  const offered = kinds
    ? []
    : filterKinds.filter((kind) => kind === "observation" || filters[kind] === undefined);
  const isEditing = ({ kind, key }: FilterName) => editing.value?.kind === kind && editing.value.key === key;

  function close() {
    closed.current = { kind: editing.value?.kind };
    editing.value = undefined;
    isMenuOpen.value = false;
  }
  // Returns the focus to the element that opened the editor, if it still exists.
  useLayoutEffect(() => {
    if (closed.current === undefined) return;
    const { kind } = closed.current;
    closed.current = undefined;
    const buttons = group.current?.querySelectorAll<HTMLElement>("button[data-kind]");
    const own = [...(buttons ?? [])].find(({ dataset }) => dataset["kind"] === kind);
    (own ?? group.current?.querySelector<HTMLElement>(".add-filter"))?.focus();
  });
  const change = (next: Filters) => {
    onChange(next);
    close();
  };
  const edit = (name: FilterName) => {
    isMenuOpen.value = false;
    editing.value = isEditing(name) ? undefined : name;
  };

  return (
    <search class="filter-chips" aria-label={find.filters}>
      <fieldset ref={group} class="chips wraps bare">
        <legend class="unseen">{find.filters}</legend>
        {set.map((name) => {
          const shown = chipText(filters, name, names);
          return (
            <span key={`${name.kind} ${name.key}`} class="chip">
              <button
                type="button"
                data-kind={name.kind}
                aria-expanded={isEditing(name)}
                aria-label={find.change(titleOf(name.kind), shown)}
                onClick={() => edit(name)}
              >
                {shown}
              </button>
              <button
                type="button"
                class="remove"
                aria-label={find.remove(shown)}
                title={find.remove(shown)}
                onClick={() => change(withoutFilter(filters, name))}
              >
                ✕
              </button>
            </span>
          );
        })}
        {unset.map((kind) => (
          <button
            key={kind}
            type="button"
            class="unset"
            data-kind={kind}
            aria-expanded={isEditing({ kind })}
            onClick={() => edit({ kind })}
          >
            {titleOf(kind)} <span aria-hidden="true">▾</span>
          </button>
        ))}
        {offered.length > 0 && (
          <button
            type="button"
            class="add-filter plain"
            aria-expanded={isMenuOpen.value}
            onClick={() => {
              editing.value = undefined;
              isMenuOpen.value = !isMenuOpen.value;
            }}
          >
            + {find.addFilter}
          </button>
        )}
      </fieldset>
      {isMenuOpen.value && (
        <ul
          class="filter-menu panel"
          onKeyDown={({ key }) => {
            if (key === "Escape") close();
          }}
        >
          {offered.map((kind) => (
            <li key={kind}>
              <button type="button" class="plain" onClick={() => edit({ kind })}>
                {titleOf(kind)}
              </button>
            </li>
          ))}
        </ul>
      )}
      {editing.value && (
        <FilterEditor
          key={`${editing.value.kind} ${editing.value.key}`}
          filters={filters}
          name={editing.value}
          title={titleOf(editing.value.kind)}
          onChange={change}
          onClose={close}
        />
      )}
    </search>
  );
}

/** Returns the names of the cameras and species in the filters. Until they are fetched, their ids stand for them. */
export function useNames(filters: Filters): Names {
  const find = findText.value;
  const cameras = useCaptureSources();
  const species = useSpecies(filters.species ?? []);
  return {
    camera: (id) => cameraName(id, cameras.data?.get(id)),
    species: (id) => species.data?.find((each) => each.id === id)?.common_name ?? find.unknownSpecies(id),
  };
}
