import { Key } from "../../parts/key.tsx";
import { text } from "../../text/text.ts";
import type { Labelling } from "./labelling.ts";

/** What can be said at once of a video that has no labels. */
export function Unlabelled({ labelling }: { readonly labelling: Labelling }) {
  const { labelling: words } = text.value;
  return (
    <div class="unlabelled">
      <p class="quiet">{words.unlabelled}</p>
      <button type="button" onClick={() => labelling.labelVideo()}>
        {words.nameVideo} <Key screen="watch" of="w" />
      </button>
      <button type="button" onClick={() => void labelling.identifying.reject()}>
        {words.nothingThere} <Key screen="watch" of="x" />
      </button>
    </div>
  );
}
