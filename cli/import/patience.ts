import { setTimeout as sleep } from "node:timers/promises";
import type { Patience } from "../../client/patiently.ts";
import { formatSeconds } from "../terminal/format.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** A link in the field may be down for a while. */
const patienceMs = 15 * 60_000;

/** Shorter pauses are usual: the service limits how often it is asked. */
const shownPauseMs = 4000;

/** Waits for the network, and says so when it takes long. */
export function patienceWith({ line }: Pick<Terminal, "line">): Patience {
  let saidMs = Number.NEGATIVE_INFINITY;
  return {
    patienceMs,
    sleep,
    onPause(pauseMs, reason) {
      // Several requests wait at the same time.
      if (pauseMs < shownPauseMs || performance.now() < saidMs + shownPauseMs) return;
      saidMs = performance.now();
      line(`Waiting: ${reason}. Next try in ${formatSeconds(pauseMs / 1000)}.`);
    },
  };
}
