import type { RefObject } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { watchText } from "../../../text/watch.ts";
import type { Watching } from "../watching.ts";
import { LoupeOverFinger } from "./loupe-over-finger.tsx";
import type { Pencil } from "./pencil.ts";
import { Pointers, placeIn } from "./pointers.ts";

type Props = {
  readonly watching: Watching | undefined;
  /** Missing for people who may not label. */
  readonly pencil: Pencil | undefined;
  readonly canvasRef: RefObject<HTMLCanvasElement | null>;
};

/**
 * The canvas with the picture. The wheel zooms with Ctrl, and without Ctrl it moves an enlarged picture. `Pointers`
 * describes what pointers do.
 */
export function PictureBox({ watching, pencil, canvasRef: canvas }: Props) {
  const stage = watching?.stage;
  const pointers = useMemo(() => stage && new Pointers(stage, pencil), [stage, pencil]);
  // A finger that draws or moves the picture does not scroll the page.
  const isHeld = pencil?.isArmed.value || (stage?.zoom.value.factor ?? 1) > 1;
  useEffect(() => {
    const element = canvas.current;
    const onWheel = (event: WheelEvent) => {
      const isZoom = event.ctrlKey || event.metaKey;
      if (!stage || (!isZoom && stage.zoom.peek().factor === 1)) return;
      event.preventDefault();
      if (isZoom) stage.enlarge(0.9985 ** event.deltaY, placeIn(event));
      else stage.move({ x: -event.deltaX, y: -event.deltaY });
    };
    // Without this, Chromium may take a quick stroke for a fling of the page, and then lose the next tap.
    const onTouch = (event: TouchEvent) => {
      if (isHeld) event.preventDefault();
    };
    element?.addEventListener("wheel", onWheel, { passive: false });
    element?.addEventListener("touchstart", onTouch, { passive: false });
    return () => {
      element?.removeEventListener("wheel", onWheel);
      element?.removeEventListener("touchstart", onTouch);
    };
  });
  return (
    <>
      <canvas
        ref={canvas}
        class={isHeld ? "picture held" : "picture"}
        style={{ cursor: pencil && (pointers?.cursor.value || "crosshair") }}
        role="img"
        tabIndex={-1}
        aria-label={watchText.value.picture}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          pointers?.press(event);
        }}
        onPointerMove={(event) => pointers?.move(event)}
        onPointerUp={(event) => pointers?.end(event)}
        onPointerCancel={(event) => pointers?.end(event)}
        onContextMenu={(event) => {
          if (isHeld) event.preventDefault();
        }}
      />
      {watching && pencil && pointers && (
        <LoupeOverFinger watching={watching} pencil={pencil} finger={pointers.finger} />
      )}
    </>
  );
}
