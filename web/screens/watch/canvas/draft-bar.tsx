import { Key } from "../../../keys/key.tsx";
import { labellingText } from "../../../text/labelling.ts";
import type { Watching } from "../watching.ts";
import type { Pencil } from "./pencil.ts";

type Props = { readonly watching: Watching; readonly pencil: Pencil };

/** The buttons for the draft. The bar avoids covering the box. */
export function DraftBar({ watching, pencil }: Props) {
  const labelling = labellingText.value;
  const { draft, corner } = pencil.drawing.value;
  if (draft.length === 0 && !corner) return null;
  const height = watching.stage.size.value?.height ?? 0;
  const last = pencil.boxHere() ?? draft.at(-1)?.box;
  const isBelow = last !== undefined && (last.y1 + last.y2) / 2 > height / 2;
  return (
    <div class={isBelow ? "draft-bar wraps above" : "draft-bar wraps"}>
      {draft.length > 0 ? (
        <>
          <button type="button" class="primary" onClick={() => pencil.save()}>
            {labelling.save} <Key screen="watch" of="Enter" />
          </button>
          <button type="button" onClick={() => pencil.cancel()}>
            {labelling.discard} <kbd>Esc</kbd>
          </button>
          <span role="status">
            {labelling.keypoints(draft.length)}. {corner ? labelling.cornerHint : labelling.draftHint}
          </span>
        </>
      ) : (
        <span role="status">{labelling.cornerHint}</span>
      )}
    </div>
  );
}
