import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";

type Props = {
  readonly label: string;
  readonly class?: "primary";
  readonly disabled?: boolean;
  /** The sentence with which the dialog was closed; empty without one. */
  readonly said?: Signal<string>;
  readonly children: (close: (sentence?: string) => void) => ComponentChildren;
};

/** A button that opens a dialog. */
export function DialogButton({ label, said, children, ...own }: Props) {
  const isOpen = useSignal(false);
  const close = (sentence = "") => {
    isOpen.value = false;
    if (said) said.value = sentence;
  };
  return (
    <>
      <button
        {...own}
        type="button"
        onClick={() => {
          isOpen.value = true;
        }}
      >
        {label}
      </button>
      {isOpen.value && children(close)}
    </>
  );
}
