import type { Orientation } from "./exif.ts";
import type { Recorded } from "./recorded.ts";

/** Facts of a picture that are known before it is decoded. */
export type PictureHead = {
  /** As stored, before it is turned upright. */
  readonly width: number;
  readonly height: number;
  readonly orientation: Orientation;
  /** Bytes that a decoder needs for each pixel. */
  readonly pixelBytes: number;
  readonly recorded: Recorded | undefined;
};
