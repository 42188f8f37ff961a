import { signal } from "@preact/signals";

/** Settings of playback, which are kept from video to video until the page is closed. */
export const rate = signal(1);
export const isMuted = signal(false);

let hasPlayed = false;
let follows = false;

/** Records that the open video was played. */
export function played(): void {
  hasPlayed = true;
}

/** Records that the next video follows the open one. If the open one was played, the next one will play, too. */
export function willFollow(): void {
  follows = hasPlayed;
}

/** Records that another video opens. @returns `true` if it plays at once */
export function playsAtOnce(): boolean {
  const plays = follows;
  follows = false;
  hasPlayed = false;
  return plays;
}
