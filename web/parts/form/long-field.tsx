import { useId } from "preact/hooks";
import { describedBy, FieldNotes, useFieldError } from "./notes.tsx";

type Props = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly value?: string | undefined;
};

/** A field for text of several lines. */
export function LongField({ name, label, hint, value = "" }: Props) {
  const id = useId();
  const error = useFieldError(name);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        name={name}
        rows={4}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy({ id, hint, error })}
        defaultValue={value}
      />
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}
