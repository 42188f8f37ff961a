import { type ComponentChildren, createContext } from "preact";
import { useContext, useId } from "preact/hooks";
import { Refusal } from "../../api/answer.ts";

/** An error of the service: the path of the field in the body, such as `contributors/0/email`, and the reason. */
type FieldError = readonly [at: string, detail: string];

export const FieldErrors = createContext<readonly FieldError[]>([]);

export function fieldErrors(error: unknown): readonly FieldError[] {
  if (!(error instanceof Refusal)) return [];
  return error.errors.flatMap(({ pointer, detail }) =>
    pointer.startsWith("/body/") ? [[pointer.slice("/body/".length), detail] as const] : [],
  );
}

/** Returns the error about a field, or about a part of its value. */
export function useFieldError(name: string): string | undefined {
  return useContext(FieldErrors).find(([at]) => at === name || at.startsWith(`${name}/`))?.[1];
}

/** Shows the error about a group of fields as a whole, for example that a required one is missing. */
export function GroupError({ name }: { readonly name: string }) {
  return <FieldError text={useContext(FieldErrors).find(([at]) => at === name)?.[1]} />;
}

/** What is wrong with a field or a form. Shows nothing without a text. */
export function FieldError({ id, text }: { readonly id?: string; readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p id={id} class="field-error" role="alert">
      {text}
    </p>
  );
}

type NotesProps = {
  readonly id: string;
  readonly hint?: string | undefined;
  readonly error: string | undefined;
};

export function describedBy({ id, hint, error }: NotesProps): string | undefined {
  const ids = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean);
  return ids.length > 0 ? ids.join(" ") : undefined;
}

/** The hint and the error below a field. */
export function FieldNotes({ id, hint, error }: NotesProps) {
  return (
    <>
      {hint !== undefined && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} text={error} />
    </>
  );
}

export type Labelling = {
  /** The name of the field in the service: a path into the body, such as `project/title`. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
};

type Control = {
  readonly id: string;
  readonly name: string;
  readonly "aria-invalid": boolean;
  readonly "aria-describedby": string | undefined;
};

/** A control with its label, a hint, and the service's error about it. */
export function Labelled({
  name,
  label,
  hint,
  children,
}: Labelling & { readonly children: (control: Control) => ComponentChildren }) {
  const id = useId();
  const error = useFieldError(name);
  const described = describedBy({ id, hint, error });
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, name, "aria-invalid": error !== undefined, "aria-describedby": described })}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}
