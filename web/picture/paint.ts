import type { Box, Place, View } from "./view.ts";

/** A box on the picture. */
export type Outline = {
  readonly box: Box;
  readonly name: string;
  readonly colour: string;
  /** `true` for boxes of machines: dashed lines. Boxes of people have solid lines. */
  readonly isDashed: boolean;
  readonly isSelected: boolean;
  /** `true` for a box that is not saved as a label yet: dotted lines. */
  readonly isDraft?: boolean;
  /** `true` if the person can drag the box. Such a box has handles at its corners and edges. */
  readonly hasHandles?: boolean;
};

const dark = "rgb(0 0 0 / 0.75)";

/** `unit`: pixels of the canvas per CSS pixel. */
type Brush = { readonly context: CanvasRenderingContext2D; readonly unit: number };

/** Draws boxes with a dark and a light line, so that they are visible on any picture. */
export function paintOutlines(brush: Brush, view: View, outlines: readonly Outline[]): void {
  const { context, unit } = brush;
  context.font = `600 ${13 * unit}px system-ui, sans-serif`;
  context.textBaseline = "middle";
  context.lineJoin = "round";
  // Draws the selected box last, above the others.
  for (const outline of outlines.toSorted((a, b) => Number(a.isSelected) - Number(b.isSelected))) {
    paintOutline(brush, view, outline);
  }
}

function paintOutline(brush: Brush, { scale, x, y }: View, outline: Outline): void {
  const { context, unit } = brush;
  const { box, name, colour, isDashed, isSelected, isDraft, hasHandles } = outline;
  const left = box.x1 * scale + x;
  const top = box.y1 * scale + y;
  // Both corners belong to the box.
  const width = (box.x2 - box.x1 + 1) * scale;
  const height = (box.y2 - box.y1 + 1) * scale;
  const line = (isSelected ? 3 : 2) * unit;
  context.setLineDash([]);
  context.lineWidth = line + 2 * unit;
  context.strokeStyle = dark;
  context.strokeRect(left, top, width, height);
  if (isDashed) context.setLineDash([7 * unit, 4 * unit]);
  if (isDraft) context.setLineDash([2.5 * unit, 2.5 * unit]);
  context.lineWidth = line;
  context.strokeStyle = colour;
  context.strokeRect(left, top, width, height);
  context.setLineDash([]);
  if (hasHandles) paintHandles(brush, { left, top, width, height }, colour);
  if (name !== "") paintName(brush, { left, top, name, colour, isSelected });
}

/** Draws squares on the corners, and on edges that are long enough. */
function paintHandles({ context, unit }: Brush, place: Place, colour: string): void {
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

type Tag = Pick<Outline, "name" | "colour" | "isSelected"> & { readonly left: number; readonly top: number };

function paintName({ context, unit }: Brush, { left, top, name, colour, isSelected }: Tag): void {
  const height = 20 * unit;
  const width = context.measureText(name).width + 12 * unit;
  // The name is above the box, or inside if there is no room above.
  const above = top - height - 2 * unit;
  const at = above >= 0 ? above : Math.max(0, top) + 2 * unit;
  const from = Math.max(0, Math.min(left - unit, context.canvas.width - width));
  context.fillStyle = isSelected ? colour : dark;
  context.fillRect(from, at, width, height);
  context.fillStyle = isSelected ? "#000" : "#fff";
  context.fillText(name, from + 6 * unit, at + height / 2);
  if (isSelected) return;
  context.fillStyle = colour;
  context.fillRect(from, at, 3 * unit, height);
}
