import * as z from "zod/mini";
import { Box, NewBox } from "../stream/box.ts";
import { formatOffset, MediaOffset, MediaOffsetText } from "../time/media-offset.ts";
import { mustBe } from "../wire/must-be.ts";

/** A place in the picture at a time in the stream. */
export type Keypoint = { readonly box: Box; readonly timeMs: number };

/** A keypoint in a response. */
export const KeypointView = z.strictObject({ box: Box, time: MediaOffsetText });

export function viewKeypoint({ box, timeMs }: Keypoint): z.infer<typeof KeypointView> {
  return { box, time: formatOffset(timeMs) };
}

/** Maximum number of keypoints. More would not fit into the annotation's item. */
const maxKeypoints = 1000;

const KeypointText = z.strictObject({ box: NewBox, time: MediaOffset }).check(z.meta({ id: "Keypoint" }));

const form = `a list of 1 to ${maxKeypoints} keypoints, each with \`box\` and \`time\``;

/** A track of at least one keypoint, sorted by time. */
export const Keypoints = z.pipe(
  z
    .array(KeypointText, { error: mustBe(form) })
    .check(
      z.minLength(1),
      z.maxLength(maxKeypoints),
      z.refine(fitsInt32, { error: "must be within 24 days of each other." }),
    ),
  z.transform((keypoints): readonly Keypoint[] =>
    keypoints.map(({ box, time }) => ({ box, timeMs: time })).toSorted((a, b) => a.timeMs - b.timeMs),
  ),
);

/** The header is the time of the first keypoint, in milliseconds. */
const headerBytes = 8;

/** Five 32-bit integers: the four sides of the box, and the milliseconds since the first keypoint. */
const bytesPerKeypoint = 20;

/** Returns the stored form of a track: a header of 8 bytes, and 20 bytes for each keypoint. */
export function packKeypoints(keypoints: readonly Keypoint[]): Uint8Array {
  const packed = new DataView(new ArrayBuffer(headerBytes + bytesPerKeypoint * keypoints.length));
  const firstMs = keypoints[0]?.timeMs ?? 0;
  packed.setFloat64(0, firstMs);
  keypoints.forEach(({ box: { x1, y1, x2, y2 }, timeMs }, i) => {
    [x1, y1, x2, y2, timeMs - firstMs].forEach((number, j) => {
      packed.setInt32(headerBytes + bytesPerKeypoint * i + 4 * j, number);
    });
  });
  return new Uint8Array(packed.buffer);
}

export function unpackKeypoints(stored: Uint8Array): readonly Keypoint[] {
  const packed = new DataView(stored.buffer, stored.byteOffset, stored.byteLength);
  const firstMs = packed.getFloat64(0);
  return Array.from({ length: Math.floor((stored.length - headerBytes) / bytesPerKeypoint) }, (_, i) => {
    const at = (j: number) => packed.getInt32(headerBytes + bytesPerKeypoint * i + 4 * j);
    return { box: { x1: at(0), y1: at(1), x2: at(2), y2: at(3) }, timeMs: firstMs + at(4) };
  });
}

/** Returns true if the milliseconds between the first and the last keypoint fit into 32 bits. */
function fitsInt32(keypoints: readonly { readonly time: number }[]): boolean {
  const times = keypoints.map(({ time }) => time);
  return Math.max(...times) - Math.min(...times) <= 2 ** 31 - 1;
}
