import { Key } from "../../../keys/key.tsx";
import { labellingText } from "../../../text/labelling.ts";
import type { Labelling } from "../acts/labelling.ts";

/** Quick decisions for a video without labels. */
export function Unlabelled({ labelling }: { readonly labelling: Labelling }) {
  const words = labellingText.value;
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
