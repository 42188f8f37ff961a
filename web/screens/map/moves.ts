import { placeAt, pointOf, projectionOf, type Size } from "./projection.ts";
import { limited, type View, zoomed } from "./view.ts";

/** Returns the view with its middle moved right and down by a number of pixels. */
export function moved(view: View, size: Size, right: number, down: number): View {
  const middle = placeAt(projectionOf(view, size), size.width / 2 + right, size.height / 2 + down);
  return middle ? limited({ ...view, middle }, aspectOf(size)) : view;
}

/** Returns a closer or wider view. The place at a point of the map stays at that point. */
export function zoomedAt(view: View, size: Size, factor: number, x: number, y: number): View {
  const place = placeAt(projectionOf(view, size), x, y);
  const next = zoomed(view, factor, aspectOf(size));
  const point = place && pointOf(projectionOf(next, size), place, size);
  return point ? moved(next, size, point[0] - x, point[1] - y) : next;
}

/** Returns the view after a key; `undefined` for other keys. */
export function afterKey(key: string, view: View, size: Size): View | "all" | undefined {
  const step = Math.min(size.width, size.height) / 5;
  if (key === "ArrowLeft") return moved(view, size, -step, 0);
  if (key === "ArrowRight") return moved(view, size, step, 0);
  if (key === "ArrowUp") return moved(view, size, 0, -step);
  if (key === "ArrowDown") return moved(view, size, 0, step);
  if (key === "+" || key === "=") return zoomed(view, 1.6, aspectOf(size));
  if (key === "-") return zoomed(view, 1 / 1.6, aspectOf(size));
  return key === "0" ? "all" : undefined;
}

function aspectOf({ width, height }: Size): number {
  return width / height;
}
