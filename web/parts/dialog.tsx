import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { shellText } from "../text/shell.ts";

type Props = {
  readonly title: string;
  /** Missing for a dialog that stays until its matter is settled. */
  readonly onClose?: () => void;
  readonly children: ComponentChildren;
};

/** A dialog over the screen, which stays as it is. */
export function Dialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    // Gives the focus back to what opened it.
    return () => current?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      // Escape twice closes a dialog, whatever `cancel` does.
      closedby={onClose ? undefined : "none"}
      // Browsers that do not know `closedby`.
      onClose={({ currentTarget }) => {
        if (!onClose && currentTarget.isConnected) currentTarget.showModal();
      }}
      // Escape.
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
