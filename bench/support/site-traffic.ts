import { setTimeout as sleep } from "node:timers/promises";
import type { Send } from "./http-sender.ts";

/** A camera site: its key and the stream that its events are of. */
export type Site = { readonly key: string; readonly source: number; readonly stream: number };

/** What a site has seen of its events. */
export type Events = {
  /** Of each accepted event, from its first try on. */
  readonly latenciesMs: number[];
  tries: number;
  lost: number;
};

/** A site gives an event up when it has not been taken by then. */
const patienceMs = 60_000;

/** What a site posts: a detection in its stream. */
const detection = (stream: number) => ({
  videostreamId: stream,
  timespan: { start: "00:00:01", end: "00:00:02" },
  observer: "detector",
  observation: { species: "Vulpes vulpes", behaviour: "passing" },
});

/**
 * A well-behaved site: about an event a second, each under its own idempotency key, and sent again after
 * Retry-After (and up to half as long again, so that sites do not come back together) until it is taken.
 */
export async function postEvents(send: Send, site: Site, untilMs: number): Promise<Events> {
  const events: Events = { latenciesMs: [], tries: 0, lost: 0 };
  const pending: Promise<void>[] = [];
  for (;;) {
    await sleep(500 + 1000 * Math.random());
    if (performance.now() >= untilMs) break;
    pending.push(postEvent(send, site, events));
  }
  await Promise.all(pending);
  return events;
}

async function postEvent(send: Send, { key, stream }: Site, events: Events): Promise<void> {
  const idempotencyKey = crypto.randomUUID();
  const startMs = performance.now();
  while (performance.now() - startMs < patienceMs) {
    events.tries += 1;
    const answer = await send(key, "POST", "/annotations", detection(stream), {
      "Idempotency-Key": idempotencyKey,
    }).catch(() => undefined);
    if (answer?.status === 200) {
      events.latenciesMs.push(performance.now() - startMs);
      return;
    }
    if (answer !== undefined && answer.status !== 429 && answer.status !== 503) break;
    await sleep((answer?.retryAfterSeconds ?? 1) * 1000 * (1 + Math.random() / 2));
  }
  events.lost += 1;
}

/** What became of a flood. */
export type Flood = {
  sent: number;
  /** 200. */
  accepted: number;
  /** 429, with Retry-After, as a problem: not written. */
  refused: number;
  /** 503, with Retry-After, as a problem: written or not, as after a lost answer. */
  unavailable: number;
  /** Anything else. */
  otherwise: number;
};

/** A broken site: so many posts a second whatever is answered, and no second try. */
export async function flood(send: Send, site: Site, perSecond: number, untilMs: number): Promise<Flood> {
  const seen: Flood = { sent: 0, accepted: 0, refused: 0, unavailable: 0, otherwise: 0 };
  const pending = new Set<Promise<void>>();
  const startMs = performance.now();
  const post = async () => {
    const answer = await send(site.key, "POST", "/annotations", detection(site.stream)).catch(
      () => undefined,
    );
    const told = answer?.contentType === "application/problem+json" && (answer.retryAfterSeconds ?? 0) >= 1;
    if (answer?.status === 200) seen.accepted += 1;
    else if (answer?.status === 429 && told) seen.refused += 1;
    else if (answer?.status === 503 && told) seen.unavailable += 1;
    else seen.otherwise += 1;
  };
  while (performance.now() < untilMs) {
    const due = ((performance.now() - startMs) / 1000) * perSecond;
    while (seen.sent < due) {
      seen.sent += 1;
      const posted = post().finally(() => pending.delete(posted));
      pending.add(posted);
    }
    await sleep(2);
  }
  await Promise.all(pending);
  return seen;
}
