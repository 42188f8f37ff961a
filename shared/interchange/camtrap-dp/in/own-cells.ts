import type { Box } from "../../../domain/box.ts";
import type { Keypoint } from "../../../domain/keypoint.ts";
import type { Finding } from "../../finding.ts";
import { type GoodRow, inRow } from "../../row-finding.ts";
import { offsetsWithin } from "../kept-times.ts";
import { relativeBox } from "../relative-box.ts";
import type { OwnLabel } from "./own-in.ts";
import type { IndexedMedia } from "./package-index.ts";

/*
 * Our own table has what the cells of the standard round. Where a cell says something else than its rounding, somebody
 * has edited it, and the cell counts.
 */

const secondMs = 1000;
/** Programs that read numbers and write them again may change the last digit. */
const rounding = 1e-5;

type Span = { readonly startMs: number; readonly endMs: number };

/** When a file was recorded, to the millisecond: as long before or after as somebody has moved it. */
export function ownSpan({ mediaStart, mediaEnd }: OwnLabel, { timestampMs }: IndexedMedia) {
  const movedMs = timestampMs - floor(mediaStart);
  return {
    startMs: mediaStart + movedMs,
    endMs: mediaEnd === undefined ? undefined : mediaEnd + movedMs,
  };
}

/** When a label is in its file, and whether the times of the row say more than that. */
export function ownTimes(event: Span, own: OwnLabel, stream: IndexedMedia) {
  const { startMs, endMs } = ownSpan(own, stream);
  const within = offsetsWithin(event, { startMs, endMs });
  const cut = offsetsWithin(event, { startMs, endMs: stream.isPicture ? startMs : undefined });
  const end = own.start === own.end ? floor : ceil;
  // Who corrects the clock of a file may leave the times of its labels as they were.
  const isStart = [startMs, own.mediaStart].some((base) => floor(base + own.start) === event.startMs);
  const isEnd = [startMs, own.mediaStart].some((base) => end(base + own.end) === event.endMs);
  const first = isStart || within.startMs === own.start ? own.start : cut.startMs;
  const last = isEnd || within.endMs === own.end ? own.end : cut.endMs;
  return {
    offsets: { startMs: first, endMs: Math.max(first, last) },
    keepTimes: (!isStart && startMs + first !== event.startMs) || (!isEnd && startMs + last !== event.endMs),
  };
}

/** The boxes of a label, the first of which is that of the row. */
export function ownBoxes(row: GoodRow, { keypoints, boundingBox, boxUnits }: OwnLabel, box: Box | undefined) {
  const [first, ...others] = keypoints ?? [];
  const ownBox = first?.box ?? boundingBox;
  const shown = ownBox && boxUnits && relativeBox(ownBox, boxUnits);
  const columns = ["bboxX", "bboxY", "bboxWidth", "bboxHeight"] as const;
  const isShown = columns.every((column) => isSame(row.cells[column], shown?.[column]));
  const findings: readonly Finding[] = [];
  if (isShown) return { keypoints, boundingBox, findings };
  if (first?.box === undefined) return { keypoints, boundingBox: box, findings };
  if (box !== undefined) {
    const moved: readonly Keypoint[] = [{ ...first, box }, ...others];
    return { keypoints: moved, boundingBox, findings };
  }
  const message =
    "This label has a box in the table `annotations`, too: that one stays. Empty the cell `keypoints` there to remove it.";
  return { keypoints, boundingBox, findings: [inRow(row, "bboxX", "warning", "own-box", message)] };
}

function isSame(text: string | undefined, shown: string | undefined): boolean {
  if (text === undefined || shown === undefined) return text === shown;
  return Math.abs(Number(text) - Number(shown)) < rounding;
}

function floor(ms: number): number {
  return Math.floor(ms / secondMs) * secondMs;
}

function ceil(ms: number): number {
  return Math.ceil(ms / secondMs) * secondMs;
}
