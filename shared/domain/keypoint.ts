import * as z from "zod/mini";
import { Box } from "./box.ts";
import { MediaOffset } from "./media-offset.ts";

/** Where something is in the picture at a time in the stream. */
export type Keypoint = { readonly box: Box; readonly timeMs: number };

/** More would not fit into one item beside the rest. */
const maxKeypoints = 1000;

const KeypointText = z.strictObject({ box: Box, time: MediaOffset }).check(z.meta({ id: "Keypoint" }));

/** A track of at least one keypoint; the order in which they are sent does not count. */
export const Keypoints = z.pipe(
  z
    .array(KeypointText)
    .check(
      z.minLength(1),
      z.maxLength(maxKeypoints),
      z.refine(spansLittle, { error: "Must lie within 24 days of one another" }),
    ),
  z.transform((keypoints): readonly Keypoint[] =>
    keypoints.map(({ box, time }) => ({ box, timeMs: time })).toSorted((a, b) => a.timeMs - b.timeMs),
  ),
);

/** Five 32-bit integers each: the box and the time after the first; before them all the first one's time. */
const bytesPerKeypoint = 20;
const bytesBefore = 8;

/** The stored form of a track, 20 bytes a keypoint. */
export function packKeypoints(keypoints: readonly Keypoint[]): Uint8Array {
  const packed = new DataView(new ArrayBuffer(bytesBefore + bytesPerKeypoint * keypoints.length));
  const firstMs = keypoints[0]?.timeMs ?? 0;
  packed.setFloat64(0, firstMs);
  keypoints.forEach(({ box: { x1, y1, x2, y2 }, timeMs }, i) => {
    [x1, y1, x2, y2, timeMs - firstMs].forEach((number, j) => {
      packed.setInt32(bytesBefore + bytesPerKeypoint * i + 4 * j, number);
    });
  });
  return new Uint8Array(packed.buffer);
}

export function unpackKeypoints(stored: Uint8Array): readonly Keypoint[] {
  const packed = new DataView(stored.buffer, stored.byteOffset, stored.byteLength);
  const firstMs = packed.getFloat64(0);
  return Array.from({ length: Math.floor((stored.length - bytesBefore) / bytesPerKeypoint) }, (_, i) => {
    const at = (j: number) => packed.getInt32(bytesBefore + bytesPerKeypoint * i + 4 * j);
    return { box: { x1: at(0), y1: at(1), x2: at(2), y2: at(3) }, timeMs: firstMs + at(4) };
  });
}

function spansLittle(keypoints: readonly { readonly time: number }[]): boolean {
  const times = keypoints.map(({ time }) => time);
  return Math.max(...times) - Math.min(...times) <= 2 ** 31 - 1;
}
