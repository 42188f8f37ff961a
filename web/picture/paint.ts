import { type Brush, type FingerHandle, paintFingerHandles, paintHandles } from "./paint-handles.ts";
import type { Box, View } from "./view.ts";

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
  /** Handles for a finger. */
  readonly fingerHandles?: readonly FingerHandle[];
};

const dark = "rgb(0 0 0 / 0.75)";

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

function paintOutline(brush: Brush, view: View, outline: Outline): void {
  const { context, unit } = brush;
  const { scale, x, y } = view;
  const { box, name, colour, isDashed, isSelected, isDraft, hasHandles, fingerHandles } = outline;
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
  // The name would cover a small box or its handles.
  if (fingerHandles) paintFingerHandles(brush, view, fingerHandles, colour);
  else if (name !== "") paintName(brush, { left, top, name, colour, isSelected });
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
