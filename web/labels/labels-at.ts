import type { Frame } from "../picture/frame-clock.ts";
import type { Box, Point } from "../picture/view.ts";
import { contains } from "./box-shape.ts";
import type { Label } from "./label.ts";
import { boxAt } from "./track.ts";

/** Returns the labels of a frame whose boxes contain a place of the picture, the smallest box first. */
export function labelsAt(here: readonly Label[], frame: Frame, at: Point): readonly Label[] {
  return here
    .flatMap((label) => {
      const box = boxAt(label.track, frame.ms);
      return box && contains(box, at) ? [{ label, area: areaOf(box) }] : [];
    })
    .toSorted((a, b) => a.area - b.area)
    .map(({ label }) => label);
}

function areaOf({ x1, y1, x2, y2 }: Box): number {
  return (x2 - x1 + 1) * (y2 - y1 + 1);
}
