import { useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { isTyping, keyHelp } from "../keys/help.ts";
import { Dialog } from "../parts/dialog.tsx";
import { moreLink } from "../route.ts";
import { shellText } from "../text/shell.ts";

/** The button, and the key `?`, that show the keys of the screen. */
export function Keys() {
  const shell = shellText.value;
  const isOpen = useSignal(false);
  const close = () => {
    isOpen.value = false;
  };
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "?" || isTyping(event) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      isOpen.value = true;
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [isOpen]);
  return (
    <>
      <button
        type="button"
        class="plain round"
        aria-label={shell.keys}
        title={shell.keys}
        aria-keyshortcuts="?"
        onClick={() => {
          isOpen.value = true;
        }}
      >
        ?
      </button>
      {isOpen.value && (
        <Dialog title={shell.keys} onClose={close}>
          <KeyTable />
          <a href={moreLink("keys")} onClick={close}>
            {shell.changeKeys}
          </a>
        </Dialog>
      )}
    </>
  );
}

function KeyTable() {
  return (
    <dl class="keys">
      {keyHelp.value.map(({ keys, does }) => (
        <div key={does}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}
