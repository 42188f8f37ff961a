import { currentAhead, readClock } from "./clock.mjs";
import { liveStreams } from "./due-events.mjs";
import { readLinkState } from "./link-state.mjs";
import { openOutbox } from "./outbox.mjs";
import { listSetAside } from "./set-aside.mjs";

/**
 * State of the site in sentences, for a person.
 * @param {string} root @returns {{ text: string, waiting: number }}
 */
export function statusText(root) {
  const streams = openOutbox(root).streams();
  const waiting = streams.reduce((sum, stream) => sum + stream.waiting.length, 0);
  const blocked = streams.filter((stream) => stream.waiting.length > 0).length;
  const aside = listSetAside(root);
  const state = readLinkState(root);
  const aheadMs = currentAhead(state?.clock, readClock());
  const lines = [
    `${waiting} events of ${blocked} streams wait to be sent.`,
    ...liveStreams(streams).map(({ name, id }) => `${name} (stream ${id}) is live.`),
    `${aside.length} set aside${aside.length > 0 ? ":" : "."}`,
    ...aside.map(({ what, why }) => `  ${what} ${why.replace(/\s+/g, " ")}`),
    state === undefined ? "Nothing has been sent yet." : `Link at ${state.at}: ${state.problem || "up"}.`,
    ...(aheadMs === undefined ? [] : [`Clock: ${seconds(aheadMs)} s ahead, at least.`]),
  ];
  return { text: lines.join("\n"), waiting };
}

/**
 * With one decimal, and no sign for what rounds to 0.
 * @param {number} ms
 */
function seconds(ms) {
  return (Math.round(ms / 100) / 10).toFixed(1);
}
