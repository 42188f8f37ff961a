import type { Keypoint } from "../../../domain/annotation/keypoint.ts";
import type { Box } from "../../../domain/stream/box.ts";
import type { FrameSize } from "../../../domain/stream/frame-size.ts";
import type { Finding } from "../../finding.ts";
import { type GoodRow, inRow, refused } from "../../row-finding.ts";
import { nominalSize, pixelBox, relativeBox } from "../relative-box.ts";
import type { OwnLabel } from "./own-in.ts";
import type { IndexedMedia } from "./package-index.ts";

/** What is beyond the picture by rounding alone. */
const roundingError = 1e-4;

/** Programs that read numbers and write them again may change the last digit. */
const rounding = 1e-5;

const columns = ["bboxX", "bboxY", "bboxWidth", "bboxHeight"] as const;

/** The box of a row in pixels, or why the row is bad. */
export function boxOf(row: GoodRow, size: FrameSize) {
  const [x, y, width, height] = columns.map((column) => row.cells[column]);
  if (x === undefined && y === undefined && width === undefined && height === undefined)
    return { box: undefined };
  if (x === undefined || y === undefined || width === undefined || height === undefined) {
    const missing = columns.find((column) => row.cells[column] === undefined) ?? "bboxX";
    return refused(
      row,
      missing,
      "box",
      `A box must have all of ${columns.map((each) => `\`${each}\``).join(", ")}.`,
    );
  }
  for (const [start, length, column] of [
    [x, width, "bboxWidth"],
    [y, height, "bboxHeight"],
  ] as const) {
    if (Number(start) + Number(length) > 1 + roundingError) {
      return refused(
        row,
        column,
        "box",
        "The box must end within the picture: start and length are at most 1 together.",
      );
    }
  }
  return { box: pixelBox(Number(x), Number(y), Number(width), Number(height), size) };
}

/** Warns where a box was measured in a picture whose size nobody knows. */
export function sizeWarning(row: GoodRow, stream: IndexedMedia): readonly Finding[] {
  if (stream.size !== undefined || row.cells["bboxX"] === undefined) return [];
  stream.size = nominalSize;
  const { width, height } = nominalSize;
  const message = `Nobody knows how many pixels the picture has: it counts as ${width} × ${height}, in which boxes keep four decimals.`;
  return [inRow(row, "bboxX", "warning", "size", message)];
}

/** The boxes of a label, the first of which is that of the row. */
export function ownBoxes(row: GoodRow, { keypoints, boundingBox, boxUnits }: OwnLabel, box: Box | undefined) {
  const [first, ...others] = keypoints ?? [];
  const ownBox = first?.box ?? boundingBox;
  const shown = ownBox && boxUnits && relativeBox(ownBox, boxUnits);
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
