import type { Keypoint } from "../../../domain/annotation/keypoint.ts";
import type { Box } from "../../../domain/stream/box.ts";
import type { FrameSize } from "../../../domain/stream/frame-size.ts";
import type { Finding } from "../../finding.ts";
import { type GoodRow, inRow, refused } from "../../row-finding.ts";
import { nominalSize, pixelBox, relativeBox, sameBox } from "../relative-box.ts";
import type { OwnLabel } from "./own-in.ts";
import type { IndexedMedia } from "./package-index.ts";

/** Maximum share of the picture by which a box may reach beyond it, due to rounding. */
const roundingError = 1e-4;

/**
 * Maximum difference between equal numbers. Programs that read numbers and write them again may change the last digit.
 */
const rounding = 1e-5;

const columns = ["bboxX", "bboxY", "bboxWidth", "bboxHeight"] as const;

/** Returns the box of a row in pixels, `undefined` if it has none, or the finding of a bad row. */
export function boxOf(row: GoodRow, size: FrameSize) {
  const [x, y, width, height] = columns.map((column) => row.cells[column]);
  // Some programs write only the position of an animal, which is no box.
  if (width === undefined && height === undefined && (x === undefined) === (y === undefined))
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
        "The box must end within the picture: start plus length must be at most 1.",
      );
    }
  }
  return { box: pixelBox(Number(x), Number(y), Number(width), Number(height), size) };
}

/** Warns about a box in a picture of unknown size, and assumes a size. */
export function sizeWarning(row: GoodRow, stream: IndexedMedia): readonly Finding[] {
  if (stream.size !== undefined || row.cells["bboxWidth"] === undefined) return [];
  stream.size = nominalSize;
  const { width, height } = nominalSize;
  const message = `The size of the picture in pixels is unknown. It is taken as ${width} × ${height}, so that boxes have four decimals here. Exports keep all decimals of the package.`;
  return [inRow(row, "bboxX", "warning", "size", message)];
}

/** The columns of a row's box or position whose values its pixels do not hold. The label keeps these cells. */
export function keptBoxColumns({ cells }: GoodRow, box: Box | undefined, size: FrameSize): readonly string[] {
  if (box === undefined) return ["bboxX", "bboxY"];
  const derived = relativeBox(box, size);
  const isHeld = columns.every((column) => Number(cells[column]) === Number(derived?.[column]));
  return isHeld ? [] : columns;
}

/**
 * Returns the boxes of a label from our own table. If somebody has edited the row's box, it replaces the label's first
 * box.
 */
export function ownBoxes(row: GoodRow, { keypoints, boundingBox, boxUnits }: OwnLabel, box: Box | undefined) {
  const [first, ...others] = keypoints ?? [];
  const ownBox = first?.box ?? boundingBox;
  const shown = ownBox && boxUnits && relativeBox(ownBox, boxUnits);
  const isShown =
    sameBox(box, ownBox) || columns.every((column) => isSame(row.cells[column], shown?.[column]));
  const findings: readonly Finding[] = [];
  if (isShown) return { keypoints, boundingBox, findings };
  if (first?.box === undefined) return { keypoints, boundingBox: box, findings };
  if (box !== undefined) {
    const moved: readonly Keypoint[] = [{ ...first, box }, ...others];
    return { keypoints: moved, boundingBox, findings };
  }
  const message =
    "This label still has boxes in the table `annotations`, which are imported. To remove them, empty the cell `keypoints` in that table.";
  return { keypoints, boundingBox, findings: [inRow(row, "bboxX", "warning", "own-box", message)] };
}

function isSame(text: string | undefined, shown: string | undefined): boolean {
  if (text === undefined || shown === undefined) return text === shown;
  return Math.abs(Number(text) - Number(shown)) < rounding;
}
