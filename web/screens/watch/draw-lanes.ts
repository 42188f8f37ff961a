import { type Pattern, paintOf } from "../../labels/colours.ts";
import type { LabelSet } from "../../labels/label-set.ts";
import { formatOffset } from "../../labels/offset.ts";
import { type TimeScale, ticksOf, xOf } from "../../labels/time-scale.ts";

/** Heights in pixels of CSS. */
export const overviewHeight = 24;
export const rulerHeight = 18;
const laneHeight = 16;
const minLaneHeight = 3;
const maxLanesHeight = 112;

/** Height of the lanes of so many labels at once, and of one of them. */
export function heightOf(lanes: number): { readonly all: number; readonly one: number } {
  const one = Math.min(laneHeight, Math.max(minLaneHeight, Math.floor(maxLanesHeight / Math.max(1, lanes))));
  // Two pixels more for the edge of what is selected in the last one.
  return { all: Math.min(maxLanesHeight, Math.max(4 * laneHeight, lanes * one)) + 2, one };
}

/** Dark in both schemes, like the picture above: the colours of labels show best on it. */
const look = {
  sunken: "#0d100e",
  text: "#ffffff",
  quiet: "#a4afa8",
  line: "#3a423c",
  accent: "#ffffff",
  now: "#ff6257",
};

export type Drawn = {
  readonly set: LabelSet;
  readonly lanes: Uint32Array;
  readonly laneCount: number;
  readonly whole: TimeScale;
  readonly part: TimeScale;
  readonly nowMs: number | undefined;
  readonly selectedId: number | undefined;
};

/** Draws how many labels there are over the whole video, and the lanes of a part of it. */
export function drawLanes(context: CanvasRenderingContext2D, drawn: Drawn): void {
  const { whole, part, nowMs, laneCount } = drawn;
  const height = overviewHeight + rulerHeight + heightOf(laneCount).all;
  context.fillStyle = look.sunken;
  context.fillRect(0, 0, whole.width, height);
  drawOverview(context, drawn);
  drawRuler(context, part);
  drawBars(context, drawn);
  if (nowMs === undefined) return;
  context.fillStyle = look.now;
  context.fillRect(Math.round(xOf(whole, nowMs)) - 1, 0, 2, overviewHeight);
  const x = Math.round(xOf(part, nowMs));
  context.fillRect(x - 1, overviewHeight, 2, height - overviewHeight);
  context.beginPath();
  context.moveTo(x - 5, overviewHeight);
  context.lineTo(x + 5, overviewHeight);
  context.lineTo(x, overviewHeight + 6);
  context.fill();
}

function drawOverview(context: CanvasRenderingContext2D, { set, whole, part }: Drawn): void {
  const counts = countsOf(set, whole);
  // A few labels are a low bar.
  const most = counts.reduce((a, b) => Math.max(a, b), 4);
  context.fillStyle = look.quiet;
  for (const [x, count] of counts.entries()) {
    if (count === 0) continue;
    const height = Math.max(3, (count / most) * (overviewHeight - 4));
    context.fillRect(x, overviewHeight - height, 1, height);
  }
  if (part.fromMs <= whole.fromMs && part.toMs >= whole.toMs) return;
  const [left, right] = [xOf(whole, part.fromMs), xOf(whole, part.toMs)];
  context.strokeStyle = look.accent;
  context.lineWidth = 2;
  context.strokeRect(left + 1, 1, Math.max(2, right - left - 2), overviewHeight - 2);
}

/** Number of labels in each pixel. */
function countsOf(set: LabelSet, whole: TimeScale): Uint32Array {
  const pixels = Math.max(1, Math.floor(whole.width));
  const changes = new Int32Array(pixels + 1);
  const pixelOf = (ms: number) => Math.min(pixels - 1, Math.max(0, Math.floor(xOf(whole, ms))));
  for (const { startMs, endMs } of set.labels) {
    const [from, to] = [pixelOf(startMs), pixelOf(endMs) + 1];
    changes[from] = (changes[from] ?? 0) + 1;
    changes[to] = (changes[to] ?? 0) - 1;
  }
  let count = 0;
  return Uint32Array.from({ length: pixels }, (_, x) => {
    count += changes[x] ?? 0;
    return count;
  });
}

function drawRuler(context: CanvasRenderingContext2D, part: TimeScale): void {
  const bottom = overviewHeight + rulerHeight;
  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  const ticks = ticksOf(part, 90);
  const isFine = ticks.some((ms) => ms % 1000 !== 0);
  for (const ms of ticks) {
    const x = Math.round(xOf(part, ms));
    context.fillStyle = look.line;
    context.fillRect(x, overviewHeight + 2, 1, rulerHeight - 2);
    context.fillStyle = look.quiet;
    context.fillText(
      isFine ? formatOffset(ms) : formatOffset(ms).slice(0, -4),
      x + 4,
      bottom - rulerHeight / 2,
    );
  }
  context.fillStyle = look.line;
  context.fillRect(0, bottom - 1, part.width, 1);
}

function drawBars(context: CanvasRenderingContext2D, drawn: Drawn): void {
  const { set, lanes, laneCount, part, selectedId } = drawn;
  const { all, one } = heightOf(laneCount);
  const rows = Math.max(1, Math.floor(all / one));
  const width = Math.ceil(part.width);
  // What falls on the same pixels is drawn once: the work is bounded by pixels, not by labels.
  const filled = new Int32Array(rows * (width + 1)).fill(-1);
  for (const index of set.within(part.fromMs, part.toMs)) {
    const label = set.labels[index];
    if (label === undefined) continue;
    const isSelected = label.id === selectedId;
    const left = Math.max(0, Math.floor(xOf(part, label.startMs)));
    const right = Math.min(width, Math.max(left + 3, Math.ceil(xOf(part, label.endMs))));
    const row = Math.min(lanes[index] ?? 0, rows - 1);
    const at = row * (width + 1) + left;
    if (!isSelected && (filled[at] ?? 0) >= right) continue;
    filled[at] = right;
    const top = overviewHeight + rulerHeight + row * one + 1;
    const height = Math.max(2, one - 2);
    const { colour, pattern } = paintOf(label.species?.id);
    const isMachine = label.row.method === "machine";
    context.fillStyle = fillOf(context, colour, pattern) ?? colour;
    context.globalAlpha = isMachine ? 0.45 : 1;
    context.fillRect(left, top, right - left, height);
    context.globalAlpha = 1;
    if (height >= 6) drawEdge(context, { left, top, width: right - left, height }, isMachine, look.text);
    if (isSelected) {
      context.strokeStyle = look.accent;
      context.lineWidth = 2;
      context.strokeRect(left - 1, top - 1, right - left + 2, height + 2);
    }
    if (height >= 10 && right - left > 8 * label.track.length) {
      drawKeypoints(
        context,
        label.track.map(({ ms }) => xOf(part, ms)),
        top + height / 2,
        look.text,
      );
    }
  }
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
