import type { Picture } from "./in-order.ts";

const toleranceSeconds = 1e-6;

/** Seconds of a clock that runs on its own: the computer's, or that of the sound. */
export type RunningClock = () => number;

export const computerClock: RunningClock = () => performance.now() / 1000;

/** The time in a video while it plays, in seconds on the container's clock. */
export class PlayClock {
  #running: RunningClock = computerClock;
  #from = 0;
  #began = 0;
  #rate = 1;

  /** @param seconds the time in the video, now */
  start(seconds: number, rate: number, running: RunningClock): void {
    this.#running = running;
    this.#from = seconds;
    this.#began = running();
    this.#rate = rate;
  }

  get now(): number {
    return this.#from + (this.#running() - this.#began) * this.#rate;
  }
}

/** Pictures in the order of time. */
type Coming = { readonly first: Picture | undefined; take(): Picture | undefined };

/**
 * Takes the pictures that are due.
 * @returns the last of them, and the number of the others, which are closed
 */
export function takeDue(pictures: Coming, now: number): { due: Picture | undefined; skipped: number } {
  let due: Picture | undefined;
  let skipped = 0;
  while (pictures.first !== undefined && pictures.first.time <= now + toleranceSeconds) {
    if (due) skipped++;
    due?.image.close();
    due = pictures.take();
  }
  return { due, skipped };
}
