import { isHelpShown, keyHelp } from "../keys/help.ts";
import { Dialog } from "../parts/dialog.tsx";
import { moreLink } from "../route.ts";
import { shellText } from "../text/shell.ts";

/** The button that shows the keys of the screen, like the key `?`. */
export function Keys() {
  const shell = shellText.value;
  const close = () => {
    isHelpShown.value = false;
  };
  return (
    <>
      <button
        type="button"
        class="plain round"
        aria-label={shell.keys}
        title={shell.keys}
        aria-keyshortcuts="?"
        onClick={() => {
          isHelpShown.value = true;
        }}
      >
        ?
      </button>
      {isHelpShown.value && (
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
