import { workingKey } from "../../../keys/chosen.ts";
import { labellingText } from "../../../text/labelling.ts";
import type { Tools } from "../acts/tools.ts";
import { IconButton } from "../icon.tsx";

/** Buttons for drawing, undo and redo. */
export function DrawTools({ tools: { labelling, pencil } }: { readonly tools: Tools }) {
  const words = labellingText.value;
  const { history } = labelling.steps;
  return (
    <>
      <button
        type="button"
        class="plain"
        aria-pressed={pencil.isArmed.value}
        title={words.drawHint(workingKey("watch", "d"))}
        onClick={(event) => {
          // `detail` is 0 if a key activated the button: then the person draws with the keyboard.
          if (event.detail === 0) pencil.drawByKeys();
          else pencil.arm(!pencil.isArmed.peek());
        }}
      >
        {words.draw}
      </button>
      <IconButton
        label={words.undo}
        title={titleOf(words.undo, "Ctrl+z")}
        path="M9 5L4 10l5 5M5 10h9a5 5 0 0 1 0 10h-3"
        isLine
        disabled={!history.canUndo.value}
        onClick={() => labelling.undo()}
      />
      <IconButton
        label={words.redo}
        title={titleOf(words.redo, "Ctrl+Shift+z")}
        path="M15 5l5 5-5 5M19 10h-9a5 5 0 0 0 0 10h3"
        isLine
        disabled={!history.canRedo.value}
        onClick={() => labelling.redo()}
      />
    </>
  );
}

function titleOf(does: string, of: string): string {
  const key = workingKey("watch", of);
  return key === undefined ? does : `${does} (${key})`;
}
