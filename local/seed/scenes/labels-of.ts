import { type Actor, boxOf } from "./scene.ts";

/** A time in a video, such as `00:00:05.500`. */
function offset(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, -1);
}

/** An animal's boxes at these seconds. */
export function follow(actor: Actor, ...seconds: readonly number[]) {
  return seconds.map((at) => ({ time: offset(at), box: boxOf(actor, at) }));
}

/** What a detector says of an animal: the box of one moment, for the second around it. */
export function detected(actor: Actor, seconds: number) {
  return {
    timespan: { start: offset(seconds - 0.5), end: offset(seconds + 0.5) },
    boundingBox: boxOf(actor, seconds),
  };
}
