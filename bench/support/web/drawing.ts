import { type Label, labelOf, type Row } from "../../../web/labels/label.ts";
import { LabelSet } from "../../../web/labels/label-set.ts";
import { layOut } from "../../../web/labels/lanes.ts";
import { boxAt } from "../../../web/labels/track.ts";
import { paintOutlines } from "../../../web/picture/paint.ts";
import { drawLanes, drawNow } from "../../../web/screens/watch/lanes/draw-lanes.ts";

declare global {
  var drawing: typeof measure;
}

const blanks = new Set<number>();
const rounds = 60;
const canvas = document.createElement("canvas");
canvas.width = 1240;
canvas.height = 160;
const picture = document.createElement("canvas");
picture.width = 1280;
picture.height = 720;
document.body.append(canvas, picture);

/**
 * Returns the milliseconds of each run. Reads a pixel of the canvas after each run, because this waits until drawing is
 * done.
 */
function timed(run: (round: number) => void, on?: CanvasRenderingContext2D): readonly number[] {
  return Array.from({ length: rounds }, (_, round) => {
    const startMs = performance.now();
    run(round);
    on?.getImageData(0, 0, 1, 1);
    return performance.now() - startMs;
  });
}

/**
 * Runs in a browser, and measures the time that the page's own code takes for labels.
 * @param times number of copies of each label
 * @param spanMs length of the part of a stream that has labels
 */
function measure(rows: readonly Row[], times: number, spanMs: number) {
  const labels: Label[] = Array.from({ length: times }, (_, n) =>
    rows.map((row) => labelOf({ ...row, id: row.id + n * 1_000_000 }, blanks)),
  )
    .flat()
    // Each copy is moved by some milliseconds, so that no two are the same.
    .map((label, i) => ({ ...label, startMs: label.startMs + (i % 997), endMs: label.endMs + (i % 997) }));
  const set = new LabelSet(labels);
  const { lanes, count } = layOut(set.labels, 1);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const pictureContext = picture.getContext("2d", { willReadFrequently: true });
  if (context === null || pictureContext === null) throw new Error("This browser has no canvas.");
  const whole = { fromMs: 0, toMs: spanMs, width: canvas.width };
  const look = (fromMs: number, toMs: number) => {
    const drawn = { set, lanes, laneCount: count, whole, part: { ...whole, fromMs, toMs } };
    drawLanes(context, drawn);
    drawNow(context, drawn, fromMs);
  };
  const boxes = (ms: number) => {
    const shown = set.on({ time: 0, until: 0, ms, fromMs: ms, toMs: ms + 33 });
    const outlines = shown.flatMap((label) => {
      const box = boxAt(label.track, ms);
      const { name = "unnamed" } = label;
      return box ? [{ box, name, colour: "#56b4e9", isDashed: false, isSelected: false }] : [];
    });
    paintOutlines({ context: pictureContext, unit: 1 }, { x: 0, y: 0, scale: 1 / 1.5 }, outlines);
    return outlines.length;
  };
  const at = (round: number) => Math.round((spanMs * (round + 0.5)) / rounds);
  return {
    count: labels.length,
    lanes: count,
    here: Math.max(...Array.from({ length: rounds }, (_, round) => boxes(at(round)))),
    set: timed(() => new LabelSet(labels)),
    layOut: timed(() => layOut(set.labels, 1)),
    // The whole part that has labels, and two minutes of it.
    whole: timed(() => look(0, spanMs), context),
    part: timed((round) => look(at(round), at(round) + 120_000), context),
    boxes: timed((round) => void boxes(at(round)), pictureContext),
  };
}

globalThis.drawing = measure;
