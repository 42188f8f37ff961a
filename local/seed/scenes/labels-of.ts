import { type Actor, boxOf } from "./scene.ts";

/** Returns a time in a video, such as `00:00:05.500`. */
function offset(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, -1);
}

/** Returns keypoints: the animal's box at each of these seconds. */
export function follow(actor: Actor, ...seconds: readonly number[]) {
  return seconds.map((at) => ({ time: offset(at), box: boxOf(actor, at) }));
}

/** Returns a detector's label: the animal's box at one moment, for the second around that moment. */
export function detected(actor: Actor, seconds: number) {
  return {
    timespan: { start: offset(seconds - 0.5), end: offset(seconds + 0.5) },
    boundingBox: boxOf(actor, seconds),
  };
}
