import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { placeAt, pointOf, projectionOf, type Size } from "./projection.ts";
import { limited, type View, zoomed } from "./view.ts";

/** The view whose middle lies a number of pixels right of and below the middle of this one. */
export function moved(view: View, size: Size, right: number, down: number): View {
  const middle = placeAt(projectionOf(view, size), size.width / 2 + right, size.height / 2 + down);
  return middle ? limited({ ...view, middle }) : view;
}

/** A closer or wider view, in which the place at a point of the map stays where it is. */
export function zoomedAt(view: View, size: Size, factor: number, x: number, y: number): View {
  const place = placeAt(projectionOf(view, size), x, y);
  const next = zoomed(view, factor);
  const point = place && pointOf(projectionOf(next, size), place, size);
  return point ? moved(next, size, point[0] - x, point[1] - y) : next;
}

/** Pixels by which a pointer may move in a click. */
const clickPx = 4;

type Handlers = {
  readonly view: View;
  readonly size: Size;
  readonly onView: (view: View) => void;
  readonly onAll: () => void;
};

/**
 * Moves and zooms the map by pointer, wheel and keys. A click beside the circles brings its place to the middle, for who
 * cannot drag.
 */
export function useGestures(ref: RefObject<SVGSVGElement | null>, { view, size, onView, onAll }: Handlers) {
  const drag = useRef<{ readonly view: View; readonly x: number; readonly y: number } | null>(null);
  const now = useRef({ view, size, onView });
  now.current = { view, size, onView };

  useEffect(() => {
    const { current } = ref;
    if (!current) return;
    // Preact's own listener may not keep the page from scrolling.
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
    // A circle is a link, which browsers would drag away.
    onDragStart: (event: DragEvent) => event.preventDefault(),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const next = afterKey(event.key, view, size);
      if (next === undefined) return;
      event.preventDefault();
      if (next === "all") onAll();
      else onView(next);
    },
  };
}

function afterKey(key: string, view: View, size: Size): View | "all" | undefined {
  const step = Math.min(size.width, size.height) / 5;
  if (key === "ArrowLeft") return moved(view, size, -step, 0);
  if (key === "ArrowRight") return moved(view, size, step, 0);
  if (key === "ArrowUp") return moved(view, size, 0, -step);
  if (key === "ArrowDown") return moved(view, size, 0, step);
  if (key === "+" || key === "=") return zoomed(view, 1.6);
  if (key === "-") return zoomed(view, 1 / 1.6);
  return key === "0" ? "all" : undefined;
}
