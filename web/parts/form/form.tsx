import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Problem } from "../problem.tsx";
import type { Fields } from "./fields.ts";
import { FieldErrors, fieldErrors, Labelled, type Labelling } from "./notes.tsx";

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

/** Numbers have any decimals, and times have milliseconds. */
const steps: Readonly<Record<string, string>> = { number: "any", "datetime-local": "0.001" };

type FieldProps = Labelling & {
  readonly value?: string | undefined;
  /** `long`: text of several lines. */
  readonly type?: "text" | "long" | "email" | "number" | "datetime-local" | undefined;
  /** Suggested values. */
  readonly offers?: readonly string[];
};

/** A field for text or a number. */
export function Field({ value = "", type = "text", offers, ...labelling }: FieldProps) {
  return (
    <Labelled {...labelling}>
      {(control) =>
        type === "long" ? (
          <textarea {...control} rows={4} defaultValue={value} />
        ) : (
          <>
            <input
              {...control}
              type={type}
              defaultValue={value}
              step={steps[type]}
              autocomplete="off"
              list={offers && `${control.id}-offers`}
            />
            {offers && (
              <datalist id={`${control.id}-offers`}>
                {offers.map((offer) => (
                  <option key={offer} value={offer} />
                ))}
              </datalist>
            )}
          </>
        )
      }
    </Labelled>
  );
}

type ChoiceProps = Labelling & {
  readonly value: string;
  readonly options: readonly (readonly [value: string, shown: string])[];
  readonly onChoose?: (value: string) => void;
};

/** A field with a list of values. */
export function Choice({ value, options, onChoose, ...labelling }: ChoiceProps) {
  return (
    <Labelled {...labelling}>
      {(control) => (
        <select
          {...control}
          defaultValue={value}
          onChange={({ currentTarget }) => onChoose?.(currentTarget.value)}
        >
          {options.map(([each, shown]) => (
            <option key={each} value={each} selected={each === value}>
              {shown}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
