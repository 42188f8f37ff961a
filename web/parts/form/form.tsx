import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks";
import { Problem } from "../problem.tsx";
import type { Fields } from "./fields.ts";
import { describedBy, FieldErrors, FieldNotes, fieldErrors, useFieldError } from "./notes.tsx";

type FormProps = {
  /** Text of the button. */
  readonly send: string;
  /** Sends the fields. The form shows errors of the service at their fields. @param first the initial fields */
  readonly onSend: (fields: Fields, first: Fields) => Promise<void>;
  readonly children: ComponentChildren;
};

/** A form with a button that sends its fields. */
export function Form({ send, onSend, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const isBusy = useSignal(false);
  const error = useSignal<unknown>(undefined);
  const errors = fieldErrors(error.value);
  const first = useRef(new FormData());
  useLayoutEffect(() => {
    first.current = new FormData(form.current ?? undefined);
  }, []);

  // The fields are drawn after this form, and only then show their errors.
  useEffect(() => {
    // Focuses the first field that the service refused.
    if (error.value !== undefined) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [error.value]);

  async function submit() {
    if (!form.current || isBusy.value) return;
    const data = new FormData(form.current);
    isBusy.value = true;
    error.value = undefined;
    try {
      await onSend(fieldsOf(data), fieldsOf(first.current));
    } catch (problem) {
      error.value = problem;
    } finally {
      isBusy.value = false;
    }
  }

  return (
    <form
      ref={form}
      class="form"
      // The service validates the form, and explains errors in words.
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <FieldErrors.Provider value={errors}>{children}</FieldErrors.Provider>
      {error.value !== undefined && errors.length === 0 && <Problem error={error.value} />}
      <button type="submit" class="primary" aria-disabled={isBusy.value}>
        {send}
      </button>
    </form>
  );
}

function fieldsOf(data: FormData): Fields {
  return (name) => String(data.get(name) ?? "").trim();
}

type FieldProps = {
  /** The name of the field in the service: a path into the body, such as `project/title`. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly value?: string | undefined;
  readonly type?: "text" | "email" | "number";
  /** Suggested values. */
  readonly offers?: readonly string[];
};

/** A field with its label, a hint, and the service's error about it. */
export function Field({ name, label, hint, value = "", type = "text", offers }: FieldProps) {
  const id = useId();
  const error = useFieldError(name);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        defaultValue={value}
        step={type === "number" ? "any" : undefined}
        autocomplete="off"
        list={offers && `${id}-offers`}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy({ id, hint, error })}
      />
      {offers && (
        <datalist id={`${id}-offers`}>
          {offers.map((offer) => (
            <option key={offer} value={offer} />
          ))}
        </datalist>
      )}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

type ChoiceProps = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, shown: string])[];
  readonly onChoose?: (value: string) => void;
};

/** A field with a list of values. */
export function Choice({ name, label, hint, value, options, onChoose }: ChoiceProps) {
  const id = useId();
  const error = useFieldError(name);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        name={name}
        defaultValue={value}
        onChange={({ currentTarget }) => onChoose?.(currentTarget.value)}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy({ id, hint, error })}
      >
        {options.map(([each, shown]) => (
          <option key={each} value={each} selected={each === value}>
            {shown}
          </option>
        ))}
      </select>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}
