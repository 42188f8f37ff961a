import type { LabelSet } from "../../../labels/label-set.ts";
import { formatOffset } from "../../../labels/offset.ts";
import { type TimeScale, ticksOf, xOf } from "../../../labels/time-scale.ts";
import { drawBars } from "./draw-bars.ts";
import { type Drawn, look } from "./look.ts";
import { lanesHeight, overviewHeight, rulerHeight } from "./places.ts";

/** Draws the number of labels over the whole video, and the lanes of a part of it. */
export function drawLanes(context: CanvasRenderingContext2D, drawn: Drawn): void {
  const { whole, part, laneCount } = drawn;
  context.fillStyle = look.sunken;
  context.fillRect(0, 0, whole.width, lanesHeight(laneCount));
  drawOverview(context, drawn);
  drawRuler(context, part);
  drawBars(context, drawn);
}

/** Draws a line at the current time, above the lanes. */
export function drawNow(context: CanvasRenderingContext2D, drawn: Drawn, nowMs: number): void {
  const { whole, part, laneCount } = drawn;
  const height = lanesHeight(laneCount);
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
  // The scale ends at 4 or more, so that a few labels make a low bar.
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

/** Returns the number of labels at each pixel. */
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
