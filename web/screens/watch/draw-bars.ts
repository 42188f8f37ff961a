import { type Pattern, paintOf } from "../../labels/colours.ts";
import type { LabelSet } from "../../labels/label-set.ts";
import type { Span } from "../../labels/lanes.ts";
import { type TimeScale, xOf } from "../../labels/time-scale.ts";
import { barOf, heightOf, topOf } from "./lane-places.ts";

/** Labels in lanes. */
export type Bars = {
  readonly set: LabelSet;
  readonly lanes: Uint32Array;
  readonly laneCount: number;
  readonly part: TimeScale;
  readonly selectedId: number | undefined;
  /** Where the selected label would be once its end is let go. */
  readonly held: Span | undefined;
  /** Whether the ends of the selected label can be dragged. */
  readonly hasHandles: boolean;
};

const white = "#ffffff";

/** In pixels. */
const handleWidth = 4;

/** Draws the labels of a part of the video, each in its lane. */
export function drawBars(context: CanvasRenderingContext2D, bars: Bars): void {
  const { set, lanes, laneCount, part, selectedId, held, hasHandles } = bars;
  const { all, one } = heightOf(laneCount);
  const rows = Math.max(1, Math.floor(all / one));
  const width = Math.ceil(part.width);
  // What falls on the same pixels is drawn once: the work is bounded by pixels, not by labels.
  const filled = new Int32Array(rows * (width + 1)).fill(-1);
  for (const index of set.within(part.fromMs, part.toMs)) {
    const label = set.labels[index];
    if (label === undefined) continue;
    const isSelected = label.id === selectedId;
    const span = isSelected && held ? held : label;
    const bar = barOf(part, span);
    const [left, right] = [Math.max(0, bar.left), Math.min(width, bar.right)];
    const row = Math.min(lanes[index] ?? 0, rows - 1);
    const at = row * (width + 1) + left;
    if (!isSelected && (filled[at] ?? 0) >= right) continue;
    filled[at] = right;
    const top = topOf(row, laneCount) + 1;
    const height = Math.max(2, one - 2);
    const { colour, pattern } = paintOf(label.species?.id);
    const isMachine = label.row.method === "machine";
    context.fillStyle = fillOf(context, colour, pattern) ?? colour;
    context.globalAlpha = isMachine ? 0.45 : 1;
    context.fillRect(left, top, right - left, height);
    context.globalAlpha = 1;
    if (height >= 6) drawEdge(context, { left, top, width: right - left, height }, isMachine, white);
    if (isSelected) {
      context.strokeStyle = white;
      context.lineWidth = 2;
      context.strokeRect(left - 1, top - 1, right - left + 2, height + 2);
      if (hasHandles) drawHandles(context, bar, top, height);
    }
    if (height >= 10 && right - left > 8 * label.track.length) {
      drawKeypoints(
        context,
        label.track.filter(({ ms }) => ms >= span.startMs && ms <= span.endMs).map(({ ms }) => xOf(part, ms)),
        top + height / 2,
        white,
      );
    }
  }
}

/** Where the ends can be held. */
function drawHandles(
  context: CanvasRenderingContext2D,
  { left, right }: Pick<ReturnType<typeof barOf>, "left" | "right">,
  top: number,
  height: number,
): void {
  context.fillStyle = white;
  context.fillRect(left - handleWidth, top - 1, handleWidth, height + 2);
  context.fillRect(right, top - 1, handleWidth, height + 2);
}

type Bar = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** A machine's label has a dashed edge, as on the picture. */
function drawEdge(
  context: CanvasRenderingContext2D,
  { left, top, width, height }: Bar,
  isDashed: boolean,
  colour: string,
) {
  context.setLineDash(isDashed ? [4, 3] : []);
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.strokeRect(left + 0.5, top + 0.5, Math.max(1, width - 1), height - 1);
  context.setLineDash([]);
}

function drawKeypoints(
  context: CanvasRenderingContext2D,
  xs: readonly number[],
  y: number,
  colour: string,
): void {
  if (xs.length < 2) return;
  context.fillStyle = colour;
  context.beginPath();
  for (const x of xs) {
    context.moveTo(x - 4, y);
    context.lineTo(x, y - 4);
    context.lineTo(x + 4, y);
    context.lineTo(x, y + 4);
    context.closePath();
  }
  context.fill();
}

const fills = new Map<string, CanvasPattern | null>();

/** The fill of a pattern; `undefined` for a plain one. */
function fillOf(
  context: CanvasRenderingContext2D,
  colour: string,
  pattern: Pattern,
): CanvasPattern | undefined {
  if (pattern === "plain") return undefined;
  const key = `${pattern} ${colour}`;
  if (!fills.has(key)) fills.set(key, context.createPattern(tileOf(colour, pattern), "repeat"));
  return fills.get(key) ?? undefined;
}

function tileOf(colour: string, pattern: Pattern): HTMLCanvasElement {
  const tile = document.createElement("canvas");
  tile.width = 6;
  tile.height = 6;
  const context = tile.getContext("2d");
  if (context === null) return tile;
  context.fillStyle = colour;
  context.fillRect(0, 0, 6, 6);
  context.fillStyle = "rgb(0 0 0 / 0.6)";
  if (pattern === "striped") context.fillRect(0, 0, 2, 6);
  else context.fillRect(1, 1, 2, 2);
  return tile;
}
