import path from "node:path";
import { currentAhead, formatAhead, readClock, warnMs } from "../link/clock.mjs";
import { readLinkState } from "../link/state.mjs";
import { openOutbox } from "../queue/outbox.mjs";
import { listSetAside } from "../queue/set-aside.mjs";
import { liveStreams } from "../send/due-events.mjs";

/**
 * State of the site: the number of waiting events, the number of events that were set aside, and a text for people.
 * @param {string} root @returns {{ waiting: number, setAside: number, text: string }}
 */
export function siteStatus(root) {
  const streams = openOutbox(root).streams();
  const waiting = streams.reduce((sum, stream) => sum + stream.waiting.length, 0);
  const waitingStreams = streams.filter((stream) => stream.waiting.length > 0).length;
  const clips = streams.filter(({ waiting: [next] }) => next?.kind === "clip").length;
  const aside = listSetAside(root);
  const setAside = aside.reduce((sum, { events }) => sum + events, 0);
  const link = readLinkState(root);
  const lines = [
    waiting === 0
      ? "No events wait to be sent."
      : `To send: ${count(waiting, "event")} of ${count(waitingStreams, "stream")}.`,
    ...(clips === 0 ? [] : [`Of these, ${count(clips, "clip")}.`]),
    ...liveStreams(streams).map(({ name, id }) => `${name} (stream ${id}) is live.`),
    ...(aside.length === 0 ? [] : setAsideLines(root, aside, setAside)),
    link === undefined ? "Nothing has been sent yet." : `Link at ${link.at}: ${link.problem || "up."}`,
    ...clockLines(currentAhead(link?.clock, readClock())),
  ];
  return { waiting, setAside, text: lines.join("\n") };
}

/** Such as `1 event` or `2 events`. @param {number} amount @param {string} noun */
export function count(amount, noun) {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}

/** Such as `Set aside in /var/lib/camera-site/rejected: 2 events`. @param {string} root @param {number} events */
export function setAsideSummary(root, events) {
  return `Set aside in ${path.join(root, "rejected")}: ${count(events, "event")}`;
}

/** @param {string} root @param {readonly import("../queue/set-aside.mjs").SetAside[]} aside @param {number} events */
function setAsideLines(root, aside, events) {
  return [
    `${setAsideSummary(root, events)}:`,
    ...aside.map(({ what, events, why }) =>
      what.includes("/") ? `  ${what}: ${why}` : `  ${what} (${count(events, "event")}): ${why}`,
    ),
    "  Correct each file, or delete it. Then run the command retry: the sender sends them again.",
  ];
}

/** @param {number | undefined} aheadMs */
function clockLines(aheadMs) {
  if (aheadMs === undefined) return [];
  if (Math.abs(aheadMs) <= warnMs) return ["Clock: agrees with the service's."];
  return [`Clock: ${formatAhead(aheadMs)} the service's.`];
}
