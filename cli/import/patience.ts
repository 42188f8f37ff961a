import { setTimeout as sleep } from "node:timers/promises";
import type { Patience } from "../../client/patiently.ts";
import { formatSeconds } from "../terminal/format.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** A link in the field may be down for a while. */
const patienceMs = 15 * 60_000;

/** Shortest pause that is shown. Shorter pauses are usual, because of the service's rate limit. */
const shownPauseMs = 4000;

/** Waits for the network, and prints a line when that takes long. */
export function patienceWith({ line }: Pick<Terminal, "line">): Patience {
  let saidMs = Number.NEGATIVE_INFINITY;
  return {
    patienceMs,
    sleep,
    onPause(pauseMs, reason) {
      // Several requests may wait at the same time: one line is enough.
      if (pauseMs < shownPauseMs || performance.now() < saidMs + shownPauseMs) return;
      saidMs = performance.now();
      line(`Waiting: ${reason}. Next try in ${formatSeconds(pauseMs / 1000)}.`);
    },
  };
}
