import type { Orientation } from "../../../shared/file-head/exif.ts";
import type { GreyPicture } from "./numbered-picture.ts";

/**
 * Returns the stored form of an upright picture with this EXIF orientation: turned and mirrored, so that a viewer that
 * applies the orientation shows it upright. EXIF 3.0 defines the tag Orientation by the sides of row 0 and column 0.
 */
export function mirroredBack(upright: GreyPicture, orientation: Orientation): GreyPicture {
  const { width, height, luma } = upright;
  const stored = orientation > 4 ? { width: height, height: width } : { width, height };
  const shown: Readonly<Record<Orientation, (x: number, y: number) => readonly [x: number, y: number]>> = {
    1: (x, y) => [x, y],
    2: (x, y) => [width - 1 - x, y],
    3: (x, y) => [width - 1 - x, height - 1 - y],
    4: (x, y) => [x, height - 1 - y],
    5: (x, y) => [y, x],
    6: (x, y) => [width - 1 - y, x],
    7: (x, y) => [width - 1 - y, height - 1 - x],
    8: (x, y) => [y, height - 1 - x],
  };
  const turned = new Uint8Array(luma.length);
  for (let y = 0; y < stored.height; y += 1) {
    for (let x = 0; x < stored.width; x += 1) {
      const [shownX, shownY] = shown[orientation](x, y);
      turned[y * stored.width + x] = luma[shownY * width + shownX] ?? 0;
    }
  }
  return { ...stored, luma: turned };
}
