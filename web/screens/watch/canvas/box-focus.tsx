import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { workingKey } from "../../../keys/chosen.ts";
import { type Grip, wholeBox } from "../../../labels/box-shape.ts";
import { labellingText } from "../../../text/labelling.ts";
import { nameOf } from "../list/label-row.tsx";
import type { Watching } from "../watching.ts";
import type { Pencil } from "./pencil.ts";

type Props = { readonly watching: Watching; readonly pencil: Pencil };

const directions: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The box on the picture as an element with the focus. Arrow keys move or resize it. */
export function BoxFocus({ watching, pencil }: Props) {
  const labelling = labellingText.value;
  const element = useRef<HTMLDivElement>(null);
  const hint = useId();
  const box = pencil.boxHere();
  // Reads signals on which the box and its position also depend.
  watching.selected.value;
  watching.here.value;
  watching.stage.zoom.value;
  watching.clockReads.value;
  const wanted = pencil.focused.value;
  useLayoutEffect(() => {
    if (wanted > 0) element.current?.focus();
  }, [wanted]);
  const place = box && watching.stage.placeOf(box);
  if (!box || !place) return null;
  const isDraft = pencil.drawing.value.draft.length > 0;
  const selected = watching.selected.value;
  const name = isDraft || !selected ? labelling.newBox : labelling.box(nameOf(selected));
  const [back, on] = [workingKey("watch", ","), workingKey("watch", ".")];
  const where = labelling.boxAt(box.x1, box.y1, box.x2 - box.x1 + 1, box.y2 - box.y1 + 1);
  return (
    <>
      <div
        ref={element}
        class="box-focus"
        role="application"
        aria-label={`${name}: ${where}`}
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move it
        tabIndex={0}
        style={{
          insetInlineStart: `${place.left}px`,
          insetBlockStart: `${place.top}px`,
          inlineSize: `${place.width}px`,
          blockSize: `${place.height}px`,
        }}
        onKeyDown={(event) => {
          const direction = directions[event.key];
          if (!direction || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          event.stopPropagation();
          const pixels = event.shiftKey ? 10 : 1;
          // With Alt, the lower right corner moves.
          const part: Grip = event.altKey ? { x: 1, y: 1 } : wholeBox;
          pencil.nudge({ x: direction.x * pixels, y: direction.y * pixels }, part);
        }}
      />
      <p id={hint} class="unseen">
        {labelling.boxHint} {back && on && labelling.boxFrames(back, on)}
      </p>
    </>
  );
}
