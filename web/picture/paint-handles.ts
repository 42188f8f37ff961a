import type { Place, Point, View } from "./view.ts";

/** `unit`: pixels of the canvas per CSS pixel. */
export type Brush = { readonly context: CanvasRenderingContext2D; readonly unit: number };

/** A handle for fingers: a dot, and a line to the corner that it moves. In pixels of the picture. */
export type FingerHandle = {
  readonly at: Point;
  readonly corner: Point;
  /** `true` if the arrow buttons move this corner. */
  readonly isChosen: boolean;
};

/** Draws squares on the corners, and on edges that are long enough. */
export function paintHandles({ context, unit }: Brush, place: Place, colour: string): void {
  const { left, top, width, height } = place;
  const side = 8 * unit;
  const long = 5 * side;
  context.lineWidth = unit;
  context.strokeStyle = "#000";
  context.fillStyle = colour;
  for (const across of [0, 0.5, 1]) {
    for (const down of [0, 0.5, 1]) {
      const isEdge = across === 0.5 || down === 0.5;
      if (isEdge && (across === down || (across === 0.5 ? width : height) < long)) continue;
      const [x, y] = [left + across * width - side / 2, top + down * height - side / 2];
      context.fillRect(x, y, side, side);
      context.strokeRect(x, y, side, side);
    }
  }
}

/** Draws handles for fingers. The chosen one is larger and has a point in its middle. */
export function paintFingerHandles(
  { context, unit }: Brush,
  { scale, x, y }: View,
  handles: readonly FingerHandle[],
  colour: string,
): void {
  for (const { at, corner, isChosen } of handles) {
    const [from, to] = [corner, at].map((point) => ({ x: point.x * scale + x, y: point.y * scale + y }));
    if (!from || !to) continue;
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.lineWidth = 4 * unit;
    context.strokeStyle = "rgb(0 0 0 / 0.75)";
    context.stroke();
    context.lineWidth = 2 * unit;
    context.strokeStyle = colour;
    context.stroke();
    context.beginPath();
    context.arc(to.x, to.y, (isChosen ? 9 : 7) * unit, 0, 2 * Math.PI);
    context.fillStyle = isChosen ? "#fff" : colour;
    context.fill();
    context.lineWidth = 2 * unit;
    context.strokeStyle = "#000";
    context.stroke();
    if (!isChosen) continue;
    context.beginPath();
    context.arc(to.x, to.y, 3 * unit, 0, 2 * Math.PI);
    context.fillStyle = "#000";
    context.fill();
  }
}
