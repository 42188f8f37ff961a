import { signal } from "@preact/signals";

/** How somebody watches. It stays from video to video until the page is left. */
export const rate = signal(1);
export const isMuted = signal(false);

let hasPlayed = false;
let follows = false;

/** The video that is open was played. */
export function played(): void {
  hasPlayed = true;
}

/** The next video comes after the one that is open: who played this one plays that one, too. */
export function willFollow(): void {
  follows = hasPlayed;
}

/** Another video opens. @returns whether it plays at once */
export function playsAtOnce(): boolean {
  const plays = follows;
  follows = false;
  hasPlayed = false;
  return plays;
}
