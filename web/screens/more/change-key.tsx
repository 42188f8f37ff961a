import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { chooseKey, chosenKey, type KeyRow, type KeyScreen, rowWith } from "../../keys/chosen.ts";
import { isModifier, keyOf, shownKey } from "../../keys/pressed.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { moreText } from "../../text/more.ts";

/** The meaning whose key is to be changed. */
export type WantedKey = {
  readonly screen: KeyScreen;
  readonly rows: readonly KeyRow[];
  readonly does: string;
  /** The default key. */
  readonly key: string;
};

type Props = {
  readonly wanted: WantedKey;
  /** @param said a sentence about the change */
  readonly onClose: (said?: string) => void;
};

/** Changes a key, turns it off, or resets it to the default. */
export function ChangeKey({ wanted: { screen, rows, does, key }, onClose }: Props) {
  const more = moreText.value;
  const hint = useId();
  const refusal = useSignal("");
  const now = chosenKey(screen, key);
  const choose = (next: string | null) => {
    const taken = next === null ? undefined : rowWith(screen, rows, next, key);
    if (next !== null && taken) {
      refusal.value = more.keyTaken(shownKey(next), taken.does);
      return;
    }
    chooseKey(screen, key, next);
    onClose(more.keyIs(does, next === null ? more.noKey : shownKey(next)));
  };
  return (
    <Dialog title={more.changeKey} onClose={() => onClose()}>
      <label class="field">
        {does}
        <input
          autoFocus
          class="key-field"
          readOnly
          value={now === null ? more.noKey : shownKey(now)}
          aria-describedby={hint}
          onKeyDown={(event) => {
            const pressed = keyOf(event);
            // The browser handles these keys, for example to close the dialog. A modifier alone waits for the key that
            // is pressed with it.
            if (isModifier(pressed) || ["Tab", "Shift+Tab", "Escape"].includes(pressed)) return;
            event.preventDefault();
            event.stopPropagation();
            choose(pressed);
          }}
        />
      </label>
      <p id={hint} class="hint">
        {more.pressKey}
      </p>
      <p role="alert" class="field-error">
        {refusal.value}
      </p>
      <div class="buttons">
        <button type="button" disabled={now === null} onClick={() => choose(null)}>
          {more.turnKeyOff}
        </button>
        {now !== key && (
          <button type="button" onClick={() => choose(key)}>
            {more.keyAsBefore(shownKey(key))}
          </button>
        )}
      </div>
    </Dialog>
  );
}
