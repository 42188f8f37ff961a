import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { shellText } from "../text/shell.ts";

type Props = {
  readonly title: string;
  /** Missing for a dialog that can only be closed by its buttons. */
  readonly onClose?: () => void;
  readonly children: ComponentChildren;
};

/** A dialog over the screen. */
export function Dialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    // Closing returns the focus to the element that opened the dialog.
    return () => current?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="panel"
      aria-labelledby={heading}
      // Without this, browsers close a dialog when Escape is pressed twice, even if `cancel` is prevented.
      closedby={onClose ? undefined : "none"}
      // For browsers without `closedby`.
      onClose={({ currentTarget }) => {
        if (!onClose && currentTarget.isConnected) currentTarget.showModal();
      }}
      // The Escape key.
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <div class="dialog">
        <div class="dialog-title">
          <h2 id={heading}>{title}</h2>
          {onClose && (
            <button type="button" class="plain" onClick={onClose}>
              {shellText.value.close}
            </button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  );
}
