import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { afterKey, moved, zoomedAt } from "./moves.ts";
import type { Size } from "./projection.ts";
import type { View } from "./view.ts";

/** Maximum movement of a pointer in a click, in pixels. */
const clickPx = 4;

type Handlers = {
  readonly view: View;
  readonly size: Size;
  /** `undefined` shows all cameras. */
  readonly onView: (view: View | undefined) => void;
};

/**
 * Moves and zooms the map by pointer, wheel and keys. For people who cannot drag, a click beside the circles moves the
 * clicked place to the middle.
 */
export function useGestures(ref: RefObject<SVGSVGElement | null>, { view, size, onView }: Handlers) {
  const drag = useRef<{ readonly view: View; readonly x: number; readonly y: number } | null>(null);
  const now = useRef({ view, size, onView });
  now.current = { view, size, onView };

  useEffect(() => {
    const { current } = ref;
    if (!current) return;
    // Preact's own listeners are passive and cannot prevent scrolling.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { left, top } = current.getBoundingClientRect();
      const factor = Math.exp(-Math.max(-100, Math.min(100, event.deltaY)) / 250);
      const { view: before, size: seen, onView: show } = now.current;
      show(zoomedAt(before, seen, factor, event.clientX - left, event.clientY - top));
    };
    current.addEventListener("wheel", onWheel, { passive: false });
    return () => current.removeEventListener("wheel", onWheel);
  }, [ref]);

  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      drag.current = { view, x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent) => {
      const start = drag.current;
      if (!start || event.buttons === 0) return;
      const [right, down] = [start.x - event.clientX, start.y - event.clientY];
      if (Math.hypot(right, down) < clickPx) return;
      ref.current?.setPointerCapture(event.pointerId);
      onView(moved(start.view, size, right, down));
    },
    onClick: (event: MouseEvent) => {
      const start = drag.current;
      drag.current = null;
      if (!start) return;
      const wasDragged = Math.hypot(start.x - event.clientX, start.y - event.clientY) >= clickPx;
      const isOnSite = event.target instanceof Element && event.target.closest("a") !== null;
      if (wasDragged) event.preventDefault();
      else if (!isOnSite) {
        const { left, top } = ref.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
        onView(
          moved(view, size, event.clientX - left - size.width / 2, event.clientY - top - size.height / 2),
        );
      }
    },
    // Prevents the browser from dragging a circle, which is a link.
    onDragStart: (event: DragEvent) => event.preventDefault(),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const next = afterKey(event.key, view, size);
      if (next === undefined) return;
      event.preventDefault();
      onView(next === "all" ? undefined : next);
    },
  };
}
