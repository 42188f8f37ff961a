import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Grip } from "../../../labels/box-shape.ts";
import { watchText } from "../../../text/watch.ts";
import type { Watching } from "../watching.ts";
import { canDrawHere, type Pencil } from "./pencil.ts";

type Props = {
  readonly watching: Watching | undefined;
  /** Missing for people who may not label. */
  readonly pencil: Pencil | undefined;
  readonly canvasRef: RefObject<HTMLCanvasElement | null>;
};

const cursors: Readonly<Record<string, string>> = {
  "0,0": "move",
  "-1,0": "ew-resize",
  "1,0": "ew-resize",
  "0,-1": "ns-resize",
  "0,1": "ns-resize",
  "-1,-1": "nwse-resize",
  "1,1": "nwse-resize",
  "-1,1": "nesw-resize",
  "1,-1": "nesw-resize",
};

/** Movement from which on a finger makes no tap, in CSS pixels. */
const tapPixels = 6;

/**
 * Handles pointers on the picture. A person draws and moves boxes with the main button, with a pen, or with a finger while
 * "Draw" is on. Other buttons move an enlarged picture, as does the main button for people who may not draw. Two fingers
 * zoom. The wheel zooms with Ctrl, and without Ctrl it moves an enlarged picture.
 */
export function PictureBox({ watching, pencil, canvasRef: canvas }: Props) {
  const pointers = useRef(new Map<number, PointerEvent>());
  const drawing = useRef<number | undefined>(undefined);
  /** The press that may become a tap: it is the only one, and has hardly moved. */
  const tap = useRef<PointerEvent | undefined>(undefined);
  const cursor = useSignal("");
  useEffect(() => {
    const element = canvas.current;
    const onWheel = (event: WheelEvent) => {
      const stage = watching?.stage;
      const isZoom = event.ctrlKey || event.metaKey;
      if (!stage || (!isZoom && stage.zoom.peek().factor === 1)) return;
      event.preventDefault();
      if (isZoom) stage.enlarge(0.9985 ** event.deltaY, placeIn(event));
      else stage.move({ x: -event.deltaX, y: -event.deltaY });
    };
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => element?.removeEventListener("wheel", onWheel);
  });

  const press = (event: PointerEvent & { readonly currentTarget: HTMLCanvasElement }) => {
    pointers.current.set(event.pointerId, event);
    event.currentTarget.setPointerCapture(event.pointerId);
    tap.current = pointers.current.size === 1 ? event : undefined;
    if (pointers.current.size > 1) {
      // The second finger starts a pinch.
      if (drawing.current !== undefined) pencil?.cancel();
      drawing.current = undefined;
      return;
    }
    const isMain = event.button === 0 && (event.pointerType !== "touch" || pencil?.isArmed.peek());
    if (!pencil || !isMain || !canDrawHere.matches) return;
    drawing.current = event.pointerId;
    pencil.point("press", placeIn(event));
  };

  const move = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    pointers.current.set(event.pointerId, event);
    if (before === undefined) pointers.current.delete(event.pointerId);
    const pressed = tap.current;
    if (pressed?.pointerId === event.pointerId && distanceOf(pressed, event) >= tapPixels)
      tap.current = undefined;
    if (watching === undefined) return;
    const isDrawing = drawing.current === event.pointerId;
    if (isDrawing || (before === undefined && event.pointerType !== "touch"))
      pencil?.point("move", placeIn(event));
    if (!isDrawing && pencil && canDrawHere.matches) cursor.value = cursorOf(pencil.graspAt(placeIn(event)));
    if (before === undefined || isDrawing) return;
    const [other] = [...pointers.current.values()].filter(({ pointerId }) => pointerId !== event.pointerId);
    if (other) {
      const at = { x: (event.offsetX + other.offsetX) / 2, y: (event.offsetY + other.offsetY) / 2 };
      watching.stage.enlarge(distanceOf(event, other) / Math.max(1, distanceOf(before, other)), at);
    } else if (watching.stage.zoom.peek().factor > 1) {
      watching.stage.move({ x: event.clientX - before.clientX, y: event.clientY - before.clientY });
    }
  };

  const end = (event: PointerEvent) => {
    const isTap = tap.current?.pointerId === event.pointerId && event.type === "pointerup";
    tap.current = undefined;
    pointers.current.delete(event.pointerId);
    if (drawing.current === event.pointerId) {
      drawing.current = undefined;
      if (event.type === "pointercancel") pencil?.cancel();
      else pencil?.point("release", placeIn(event));
      return;
    }
    // A finger that taps draws corners and selects. A finger that moves scrolls.
    if (isTap && pencil && event.pointerType === "touch" && canDrawHere.matches) {
      pencil.point("press", placeIn(event));
      pencil.point("release", placeIn(event));
    }
  };

  return (
    <canvas
      ref={canvas}
      class={pencil?.isArmed.value ? "picture armed" : "picture"}
      style={{ cursor: pencil && (cursor.value || "crosshair") }}
      role="img"
      tabIndex={-1}
      aria-label={watchText.value.picture}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onContextMenu={(event) => {
        if (watching && watching.stage.zoom.peek().factor > 1) event.preventDefault();
      }}
    />
  );
}

function placeIn({ offsetX: x, offsetY: y }: MouseEvent) {
  return { x, y };
}

/** Returns the distance between two pointers, in CSS pixels. */
function distanceOf(one: PointerEvent, other: PointerEvent): number {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}

function cursorOf(grip: Grip | undefined): string {
  return grip ? (cursors[`${grip.x},${grip.y}`] ?? "") : "";
}
