import { type Pattern, paintOf } from "../../../labels/colours.ts";
import type { Label } from "../../../labels/label.ts";
import type { Span } from "../../../labels/lanes.ts";
import { type TimeScale, xOf } from "../../../labels/time-scale.ts";
import { drawPixels, pixelsOf } from "./dense-bars.ts";
import { type Drawn, look } from "./look.ts";
import { barOf, heightOf, topOf } from "./places.ts";

/** Maximum number of bars. If there are more labels, they are drawn as pixels. */
const maxBars = 1000;

/** Width of the handle at an end, in pixels. */
const handleWidth = 4;

/** Draws the labels of a part of the video in their lanes. */
export function drawBars(context: CanvasRenderingContext2D, drawn: Drawn): void {
  const { set, lanes, laneCount, part } = drawn;
  const { rows, one, height } = rowsOf(laneCount);
  const top = topOf(0, laneCount);
  // Draws the earliest label last, on top.
  const indexes = [...set.within(part.fromMs, part.toMs)];
  if (indexes.length > maxBars) {
    drawPixels(context, pixelsOf({ set, lanes, part, rows }, indexes), { rows, top, height: one });
    context.fillStyle = look.sunken;
    for (let row = 0; row < rows; row++) {
      context.fillRect(0, top + row * one, part.width, 1);
      context.fillRect(0, top + row * one + 1 + height, part.width, one - 1 - height);
    }
    return;
  }
  for (const index of indexes) {
    const label = set.labels[index];
    if (label) drawBar(context, label, label, part, placeOf(drawn, label, index));
  }
}

type Hold = {
  /** Times of the label, if the dragged end were released now. */
  readonly held: Span | undefined;
  /** `true` if the ends can be dragged. */
  readonly hasHandles: boolean;
};

/**
 * Draws the edge of the selected label above the others. While one of its ends is dragged, draws the resulting label.
 */
export function drawSelected(
  context: CanvasRenderingContext2D,
  drawn: Drawn,
  label: Label,
  hold: Hold,
): void {
  const { set, part } = drawn;
  const { held, hasHandles } = hold;
  const index = set.labels.indexOf(label);
  const span = held ?? label;
  if (held) {
    const { left, top, width, height } = placeOf(drawn, label, index);
    context.fillStyle = look.sunken;
    context.fillRect(left, top, width, height);
    drawBar(context, label, held, part, placeOf(drawn, held, index));
  }
  if (span.endMs < part.fromMs || span.startMs > part.toMs) return;
  const { left, top, width, height } = placeOf(drawn, span, index);
  context.strokeStyle = look.accent;
  context.lineWidth = 2;
  context.strokeRect(left - 1, top - 1, width + 2, height + 2);
  if (!hasHandles) return;
  context.fillStyle = look.accent;
  context.fillRect(left - handleWidth, top - 1, handleWidth, height + 2);
  context.fillRect(left + width, top - 1, handleWidth, height + 2);
}

function rowsOf(laneCount: number) {
  const { all, one } = heightOf(laneCount);
  return { rows: Math.max(1, Math.floor(all / one)), one, height: Math.max(2, one - 2) };
}

function placeOf({ lanes, laneCount, part }: Drawn, span: Span, index: number): Bar {
  const { rows, height } = rowsOf(laneCount);
  const bar = barOf(part, span);
  const left = Math.max(0, bar.left);
  const right = Math.min(Math.ceil(part.width), bar.right);
  const row = Math.min(lanes[index] ?? 0, rows - 1);
  return { left, top: topOf(row, laneCount) + 1, width: right - left, height };
}

function drawBar(context: CanvasRenderingContext2D, label: Label, span: Span, part: TimeScale, place: Bar) {
  const { left, top, width, height } = place;
  const { colour, pattern } = paintOf(label.species?.id);
  const isMachine = label.row.method === "machine";
  context.fillStyle = fillOf(context, colour, pattern) ?? colour;
  context.globalAlpha = isMachine ? 0.45 : 1;
  context.fillRect(left, top, width, height);
  context.globalAlpha = 1;
  if (height >= 6) drawEdge(context, place, isMachine);
  if (height >= 10 && width > 8 * label.track.length) {
    drawKeypoints(
      context,
      label.track.filter(({ ms }) => ms >= span.startMs && ms <= span.endMs).map(({ ms }) => xOf(part, ms)),
      top + height / 2,
    );
  }
}

type Bar = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** Labels of machines have a dashed edge, as on the picture. */
function drawEdge(context: CanvasRenderingContext2D, bar: Bar, isDashed: boolean): void {
  const { left, top, width, height } = bar;
  context.setLineDash(isDashed ? [4, 3] : []);
  context.strokeStyle = look.text;
  context.lineWidth = 1;
  context.strokeRect(left + 0.5, top + 0.5, Math.max(1, width - 1), height - 1);
  context.setLineDash([]);
}

function drawKeypoints(context: CanvasRenderingContext2D, xs: readonly number[], y: number): void {
  if (xs.length < 2) return;
  context.fillStyle = look.text;
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

/** Returns the fill of a pattern; `undefined` for plain bars. */
function fillOf(context: CanvasRenderingContext2D, colour: string, pattern: Pattern) {
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
