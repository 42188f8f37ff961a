import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import { type Keypoint, packKeypoints, unpackKeypoints } from "../../domain/annotation/keypoint.ts";

/** From keypoint `at` on, the packed keypoints `insert` take the place of `remove` ones. */
export type Splice = {
  readonly at: number;
  readonly remove: number;
  readonly insert?: Uint8Array | undefined;
};

/** The splice that turns a packed track back into the one before. `undefined` if one of them does not exist. */
export function spliceBack(before: unknown, after: unknown): Splice | undefined {
  if (before === undefined || after === undefined) return undefined;
  const [old, now] = [keypointsOf(before), keypointsOf(after)];
  const shorter = Math.min(old.length, now.length);
  let at = 0;
  while (at < shorter && isDeepStrictEqual(old[at], now[at])) at += 1;
  let tail = 0;
  while (tail < shorter - at && isDeepStrictEqual(old.at(-1 - tail), now.at(-1 - tail))) tail += 1;
  const insert = old.slice(at, old.length - tail);
  return {
    at,
    remove: now.length - tail - at,
    insert: insert.length === 0 ? undefined : packKeypoints(insert),
  };
}

export function applySplice(after: unknown, { at, remove, insert }: Splice): Uint8Array {
  const inserted = insert === undefined ? [] : unpackKeypoints(insert);
  return packKeypoints(keypointsOf(after).toSpliced(at, remove, ...inserted));
}

function keypointsOf(packed: unknown): readonly Keypoint[] {
  return unpackKeypoints(z.parse(z.instanceof(Uint8Array), packed));
}
