import { useId } from "preact/hooks";
import { describedBy, FieldNotes, useFieldError } from "./notes.tsx";

type Props = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly checked: boolean;
  readonly onTick?: (isTicked: boolean) => void;
};

/** A checkbox. The form's field is empty when the box is not checked. */
export function Tick({ name, label, hint, checked, onTick }: Props) {
  const id = useId();
  const error = useFieldError(name);
  return (
    <div class="field">
      <label class="option">
        <input
          type="checkbox"
          name={name}
          defaultChecked={checked}
          onChange={(event) => onTick?.(event.currentTarget.checked)}
          aria-describedby={describedBy({ id, hint, error })}
        />
        {label}
      </label>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}
