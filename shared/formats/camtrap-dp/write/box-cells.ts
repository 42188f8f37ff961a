import type { Box } from "../../../domain/stream/box.ts";
import type { FrameSize } from "../../../domain/stream/frame-size.ts";
import { type BoxCells, pixelBox, relativeBox, sameBox } from "../relative-box.ts";

const none: BoxCells = { bboxX: undefined, bboxY: undefined, bboxWidth: undefined, bboxHeight: undefined };

/**
 * The cells of a label's box. A label without a box may have the position of its animal.
 * @param kept cells of the package from which the label was imported. They count until somebody changes the box
 */
export function boxCells(box: Box | undefined, size: FrameSize | undefined, kept: BoxCells) {
  if (box === undefined)
    return { cells: { ...none, ...positionIn(kept) }, tag: undefined, problem: undefined };
  if (size === undefined) {
    const tag = `bboxPixels:${box.x1},${box.y1},${box.x2},${box.y2}`;
    return { cells: none, tag, problem: "size-unknown" as const };
  }
  const cells = keptBox(box, size, kept) ?? relativeBox(box, size);
  const problem = cells === undefined ? ("outside" as const) : undefined;
  return { cells: cells ?? none, tag: undefined, problem };
}

/** The kept cells of a whole box are not those of a position: somebody has removed the box. */
function positionIn({ bboxX, bboxY, bboxWidth }: BoxCells): BoxCells {
  return bboxWidth === undefined ? { bboxX, bboxY } : {};
}

/** Cells with more decimals than pixels hold, if they mean the same pixels as the label's box. */
function keptBox(box: Box, size: FrameSize, { bboxX, bboxY, bboxWidth, bboxHeight }: BoxCells) {
  if (bboxX === undefined || bboxY === undefined || bboxWidth === undefined || bboxHeight === undefined)
    return undefined;
  const meant = pixelBox(Number(bboxX), Number(bboxY), Number(bboxWidth), Number(bboxHeight), size);
  return sameBox(meant, box) ? { bboxX, bboxY, bboxWidth, bboxHeight } : undefined;
}
