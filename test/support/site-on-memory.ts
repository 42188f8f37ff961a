import type { ClipFiles } from "../../camera-site/clips/file.mjs";
import type { Outcome, Request } from "../../camera-site/link/service-client.mjs";
import { openOutbox } from "../../camera-site/queue/outbox.mjs";
import { openQueue } from "../../camera-site/queue/queue.mjs";
import { createSender } from "../../camera-site/send/sender.mjs";
import { memoryDisk } from "./memory-disk.ts";

/** An item of a batch's request body. */
export type Item = Record<string, unknown> & { readonly idempotency_key: string };

export const isBatch = ({ path }: Request) => path === "/annotations/batch";
/** Returns true for the sender's test of link and key, which is the only request without an idempotency key. */
const isKeyProbe = ({ path, key }: Request) => path === "/videostreams" && key === undefined;
export const itemsOf = ({ body }: Request) => body as Item[];

export const done = (body?: unknown, retryAfterMs = 0): Outcome => ({ kind: "done", body, retryAfterMs });
export const rejected = (
  status: number,
  detail: string,
  pointers: string[] = [],
  dateMs = Date.now(),
): Outcome => {
  return { kind: "rejected", problem: { status, detail, pointers }, dateMs };
};
export const busy = (scope: "link" | "request", retryAfterMs = 0): Outcome => {
  return { kind: "retry", reason: "busy", scope, retryAfterMs };
};

/** Creates a site with a disk in memory. The test answers its requests and sets its clock. */
export function siteOnMemory(answer: (request: Request) => Outcome, files?: ClipFiles, disk = memoryDisk()) {
  const queue = openQueue("/q", disk.fs);
  const outbox = openOutbox("/q", disk.fs);
  const site = { disk, queue, outbox, nowMs: Date.now(), sent: [] as Request[], logged: [] as string[] };
  const link = { down: undefined as Outcome | undefined, requests: 0 };
  const sender = createSender({
    outbox,
    client: async (request) => {
      link.requests += 1;
      if (link.down) return link.down;
      if (isKeyProbe(request)) return rejected(400, "Must not be before startTime", ["/body/endTime"]);
      site.sent.push(request);
      return answer(request);
    },
    ...(files ? { files } : {}),
    log: (text) => site.logged.push(text),
    nowMs: () => site.nowMs,
    random: () => 0.5,
  });
  return Object.assign(site, {
    /** While `link.down` is set, it is the outcome of every request. */
    link,
    pass: () => sender.pass(),
    sendClip: () => sender.sendClip(),
    /** Runs passes until no event is due at this time. */
    async sendDue(): Promise<void> {
      for (let passes = 0; (await sender.pass()).waitMs === 0 || (await sender.sendClip()); ) {
        if (++passes > 50) throw new Error("The sender has more to do after 50 passes.");
      }
    },
    start: (stream: string, startTime = "2026-03-01T06:00:00.000Z") =>
      queue.recordStart(stream, { stream_url: "https://video.example/1", capturesource: 1, startTime }),
    end: (stream: string) => queue.recordEnd(stream, "2026-03-01T07:00:00.000Z"),
    detect: (stream: string, key?: string) => queue.recordDetection(stream, { observer: "x" }, key),
    waiting: () =>
      outbox.streams().flatMap(({ name, waiting }) => waiting.map(({ kind }) => `${name} ${kind}`)),
    filesIn: (folder: string) => disk.fs.readdirSync(folder),
    lines: () => site.sent.map(({ method, path }) => `${method} ${path}`),
  });
}

/** Returns a function that answers like a service that accepts everything and numbers the streams. */
export function acceptAll() {
  let streams = 0;
  return (request: Request): Outcome => {
    if (isBatch(request)) return done(itemsOf(request).map(() => ({ status: 200, id: 1 })));
    return request.method === "POST" ? done({ id: ++streams }) : done();
  };
}

/**
 * Returns a function that answers with the outcome of the rule, and accepts requests for which the rule returns
 * undefined.
 */
export function acceptExcept(rule: (request: Request) => Outcome | undefined) {
  const accept = acceptAll();
  return (request: Request) => rule(request) ?? accept(request);
}
