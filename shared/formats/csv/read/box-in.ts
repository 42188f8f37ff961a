import { type Box, NewBox } from "../../../domain/stream/box.ts";
import { type FrameSize, isSameSize } from "../../../domain/stream/frame-size.ts";
import { type GoodRow, type Mapped, refused } from "../../row-finding.ts";

const corners = ["x1", "y1", "x2", "y2"] as const;

/**
 * The box of a label, in pixels of its stream's picture.
 * @param size of the picture, if it is known
 */
export function boxIn(
  row: GoodRow,
  size: FrameSize | undefined,
): { readonly box: Box | undefined } | Mapped<never> {
  const given = corners.filter((column) => row.cells[column] !== undefined);
  if (given.length === 0) return { box: undefined };
  const lacking = corners.find((column) => !given.includes(column));
  if (lacking !== undefined) {
    return refused(row, lacking, "box", "A box must have all of `x1`, `y1`, `x2`, `y2`.");
  }
  const [x1, y1, x2, y2] = corners.map((column) => Number(row.cells[column]));
  const box = NewBox.safeParse({ x1, y1, x2, y2 });
  if (box.success) return { box: inPicture(box.data, measuredIn(row), size) };
  const wrong = corners.find((column) => column === box.error.issues[0]?.path[0]) ?? "x1";
  const message = `\`${wrong}\` must be a whole number of pixels, 0 or more.`;
  return refused(row, wrong, "box", message);
}

/** The size of the picture in which the row's box was measured, if the row gives it. */
function measuredIn({ cells }: GoodRow): FrameSize | undefined {
  const [width, height] = [Number(cells["picture_width"]), Number(cells["picture_height"])];
  return width >= 1 && height >= 1 ? { width, height } : undefined;
}

/** Scales a box that was measured in a picture of another size, such as a still of a video. */
function inPicture(box: Box, measured: FrameSize | undefined, size: FrameSize | undefined): Box {
  if (measured === undefined || size === undefined || isSameSize(measured, size)) return box;
  const across = (x: number) => Math.round((x * size.width) / measured.width);
  const down = (y: number) => Math.round((y * size.height) / measured.height);
  return { x1: across(box.x1), y1: down(box.y1), x2: across(box.x2), y2: down(box.y2) };
}
