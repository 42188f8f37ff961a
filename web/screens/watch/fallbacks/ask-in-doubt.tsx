import { Dialog } from "../../../parts/dialog.tsx";
import { fallbacksText } from "../../../text/fallbacks.ts";
import { watchText } from "../../../text/watch.ts";
import type { Watching } from "../watching.ts";

/** Asks before the first box on a video whose frames are in doubt. */
export function AskInDoubt({ watching }: { readonly watching: Watching }) {
  const words = fallbacksText.value.doubt;
  const { agreement, doubt } = watching;
  return (
    <Dialog title={words.title} onClose={() => agreement.answer(false)}>
      <p>
        {doubt && watchText.value.doubt[doubt]} {words.meaning}
      </p>
      <div class="buttons">
        <button type="button" class="primary" onClick={() => agreement.answer(false)}>
          {words.no}
        </button>
        <button type="button" onClick={() => agreement.answer(true)}>
          {words.yes}
        </button>
      </div>
    </Dialog>
  );
}
