import { setTimeout as sleep } from "node:timers/promises";
import type { Send } from "./http-sender.ts";

/** A camera site: its key, its capture source and the stream of its events. */
export type Site = { readonly key: string; readonly source: number; readonly stream: number };

/** A site's view of its events. */
export type Events = {
  /** Latency of each accepted event, counted from its first attempt on. */
  readonly latenciesMs: number[];
  attempts: number;
  lost: number;
};

/** A site gives up an event that is not accepted within this time. */
const timeoutMs = 60_000;

/** The body that a site posts: a detection in its stream. */
const detection = (stream: number) => ({
  videostreamId: stream,
  timespan: { start: "00:00:01", end: "00:00:02" },
  observer: "detector",
  observation: { species: "Vulpes vulpes", behaviour: "passing" },
});

/**
 * A well-behaved site. It posts about one event per second, each with its own idempotency key. It retries after
 * Retry-After plus up to half of that time, so that sites do not retry simultaneously, until the event is accepted.
 */
export async function postEvents(send: Send, site: Site, untilMs: number): Promise<Events> {
  const events: Events = { latenciesMs: [], attempts: 0, lost: 0 };
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
  while (performance.now() - startMs < timeoutMs) {
    events.attempts += 1;
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

/** The outcome of a flood. */
export type Flood = {
  sent: number;
  /** Status 200. */
  accepted: number;
  /** Status 429, a problem with Retry-After. The event was not stored. */
  refused: number;
  /** Status 503, a problem with Retry-After. The event may have been stored, as after a lost response. */
  unavailable: number;
  /** Any other outcome. */
  otherwise: number;
};

/** A broken site. It posts at this rate, ignores the responses and never retries. */
export async function flood(send: Send, site: Site, perSecond: number, untilMs: number): Promise<Flood> {
  const seen: Flood = { sent: 0, accepted: 0, refused: 0, unavailable: 0, otherwise: 0 };
  const pending = new Set<Promise<void>>();
  const startMs = performance.now();
  const post = async () => {
    const answer = await send(site.key, "POST", "/annotations", detection(site.stream)).catch(
      () => undefined,
    );
    const isRetryableProblem =
      answer?.contentType === "application/problem+json" && (answer.retryAfterSeconds ?? 0) >= 1;
    if (answer?.status === 200) seen.accepted += 1;
    else if (answer?.status === 429 && isRetryableProblem) seen.refused += 1;
    else if (answer?.status === 503 && isRetryableProblem) seen.unavailable += 1;
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
