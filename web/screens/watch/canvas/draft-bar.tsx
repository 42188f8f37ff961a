import { Key } from "../../../keys/key.tsx";
import { labellingText } from "../../../text/labelling.ts";
import type { Tools } from "../acts/tools.ts";
import type { Watching } from "../watching.ts";
import { ArrowButtons } from "./arrow-buttons.tsx";

type Props = { readonly watching: Watching; readonly tools: Tools };

/**
 * The buttons for the draft, and for a finger while "Draw" is on. On wide screens they are in a bar over the picture that
 * avoids the box, on narrow screens in a sheet at the bottom.
 */
export function DraftBar({ watching, tools: { pencil, labelling } }: Props) {
  const words = labellingText.value;
  const { draft, corner } = pencil.drawing.value;
  const isFinger = pencil.isFinger.value;
  // The box also depends on the selection.
  watching.selected.value;
  const box = pencil.boxHere();
  const isDrawing = draft.length > 0 || corner !== undefined;
  const isReady = isFinger && pencil.isArmed.value && !labelling.isNaming.value;
  if (!isDrawing && !isReady) return null;
  const height = watching.stage.size.value?.height ?? 0;
  const last = box ?? draft.at(-1)?.box;
  const isBelow = last !== undefined && (last.y1 + last.y2) / 2 > height / 2;
  const hint = corner
    ? words.cornerHint
    : draft.length > 0
      ? words.draftHint
      : box
        ? words.correctHint
        : words.fingerHint;
  return (
    <div class={isBelow ? "draft-bar wraps above" : "draft-bar wraps"}>
      {isFinger && box && <ArrowButtons pencil={pencil} />}
      {draft.length > 0 && (
        <button type="button" class="primary" onClick={() => pencil.save()}>
          {words.save} <Key screen="watch" of="Enter" />
        </button>
      )}
      {(draft.length > 0 || (isFinger && corner)) && (
        <button type="button" onClick={() => pencil.cancel()}>
          {words.discard} <kbd>Esc</kbd>
        </button>
      )}
      {!isDrawing && (
        <button type="button" onClick={() => pencil.arm(false)}>
          {words.done}
        </button>
      )}
      <span role="status">
        {draft.length > 0 && `${words.keypoints(draft.length)}. `}
        {hint}
      </span>
    </div>
  );
}
