import { useSignal } from "@preact/signals";
import { useEffect, useId } from "preact/hooks";
import { Key } from "../../../keys/key.tsx";
import { type Notes, speciesKeys } from "../../../labels/content.ts";
import type { Label } from "../../../labels/label.ts";
import { labellingText } from "../../../text/labelling.ts";
import type { Labelling } from "../acts/labelling.ts";

type Props = { readonly label: Label; readonly labelling: Labelling };

/** The notes of a label as fields. A field is saved when it loses the focus, or by Enter. */
export function LabelNotes({ label, labelling }: Props) {
  const words = labellingText.value;
  const list = useId();
  const isAdding = labelling.isNoting;
  // Another label begins without the fields for a new note.
  useEffect(() => {
    return () => {
      isAdding.value = false;
    };
  }, [isAdding]);
  const notes = label.row.observation ?? {};
  const others = Object.entries(notes).filter(([key]) => !speciesKeys.has(key));
  const save = (next: Notes) => labelling.note(label, next);
  return (
    <section class="notes" aria-label={words.notes}>
      <datalist id={list}>
        {words.behaviours.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      {others.map(([key, value]) => (
        <div class="note" key={key}>
          <label for={`${list}-${key}`}>{key.replaceAll("_", " ")}</label>
          <NoteField
            id={`${list}-${key}`}
            value={value}
            list={key === "behaviour" ? list : undefined}
            onSave={(text) => (text === "" ? save(without(notes, key)) : save({ ...notes, [key]: text }))}
          />
          <button
            type="button"
            class="plain"
            aria-label={words.removeNote(key)}
            title={words.removeNote(key)}
            onClick={() => save(without(notes, key))}
          >
            ×
          </button>
        </div>
      ))}
      {isAdding.value ? (
        <NewNote
          taken={notes}
          behaviours={list}
          onAdd={(key, value) => {
            isAdding.value = false;
            if (value !== "") save({ ...notes, [key]: value });
          }}
        />
      ) : (
        <button
          type="button"
          class="plain add-note"
          onClick={() => {
            isAdding.value = true;
          }}
        >
          + {words.addNote} <Key screen="watch" of="a" />
        </button>
      )}
    </section>
  );
}

type FieldProps = {
  readonly id: string;
  readonly value: string;
  readonly list: string | undefined;
  readonly onSave: (text: string) => void;
};

function NoteField({ id, value, list, onSave }: FieldProps) {
  return (
    <input
      id={id}
      type="text"
      maxLength={300}
      value={value}
      list={list}
      autocomplete="off"
      onChange={({ currentTarget }) => onSave(currentTarget.value.trim())}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== "Escape") return;
        event.stopPropagation();
        if (event.key === "Escape") event.currentTarget.value = value;
        event.currentTarget.blur();
      }}
    />
  );
}

type NewProps = {
  readonly taken: Notes;
  /** Id of the list of behaviours. */
  readonly behaviours: string;
  readonly onAdd: (key: string, value: string) => void;
};

function NewNote({ taken, behaviours, onAdd }: NewProps) {
  const words = labellingText.value;
  const keys = useId();
  const free = words.suggestions.filter((key) => !Object.hasOwn(taken, key));
  const key = useSignal(free[0] ?? "");
  const value = useSignal("");
  const add = (event: Event) => {
    event.preventDefault();
    onAdd(key.value.trim(), value.value.trim());
  };
  return (
    <form class="note new" onSubmit={add}>
      <datalist id={keys}>
        {free.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <input
        aria-label={words.noteKey}
        required
        maxLength={60}
        list={keys}
        autocomplete="off"
        value={key.value}
        onInput={({ currentTarget }) => {
          key.value = currentTarget.value;
        }}
      />
      <input
        ref={(field) => {
          if (value.peek() === "" && document.activeElement?.closest(".note.new") === null) field?.focus();
        }}
        aria-label={words.noteValue}
        required
        maxLength={300}
        list={key.value === "behaviour" ? behaviours : undefined}
        autocomplete="off"
        value={value.value}
        onInput={({ currentTarget }) => {
          value.value = currentTarget.value;
        }}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          onAdd("", "");
        }}
      />
      <button type="submit">{words.save}</button>
    </form>
  );
}

function without(notes: Notes, key: string): Notes {
  return Object.fromEntries(Object.entries(notes).filter(([each]) => each !== key));
}
