import type { Outcome, Request } from "../../examples/camera-site/exchange.mjs";
import { openOutbox } from "../../examples/camera-site/outbox.mjs";
import { openQueue } from "../../examples/camera-site/queue.mjs";
import { createSender } from "../../examples/camera-site/sender.mjs";
import { memoryDisk } from "./memory-disk.ts";

/** The body of a batch's request. */
export type Item = Record<string, unknown> & { readonly idempotency_key: string };

export const done = (body?: unknown): Outcome => ({ kind: "done", body });
export const never = (
  status: number,
  detail: string,
  pointers: string[] = [],
  dateMs = Date.now(),
): Outcome => {
  return { kind: "never", problem: { status, detail, pointers }, dateMs };
};
export const busy = (link: boolean, retryAfterMs = 0): Outcome => {
  return { kind: "later", reason: "busy", link, retryAfterMs };
};

/** A site on a disk in memory whose requests are answered by the test, and whose time the test makes pass. */
export function siteOnMemory(answer: (request: Request) => Outcome) {
  const disk = memoryDisk();
  const queue = openQueue("/q", disk.fs);
  const outbox = openOutbox("/q", disk.fs);
  const site = { disk, queue, outbox, nowMs: Date.now(), sent: [] as Request[], said: [] as string[] };
  const link = { down: undefined as Outcome | undefined, tried: 0 };
  const sender = createSender({
    outbox,
    exchange: async (request) => {
      link.tried += 1;
      if (link.down) return link.down;
      if (request.path === "/health") return done({ status: "ok" });
      site.sent.push(request);
      return answer(request);
    },
    log: (text) => site.said.push(text),
    nowMs: () => site.nowMs,
    random: () => 0.5,
  });
  return Object.assign(site, {
    /** While it is down every request, the first small one too, meets that. */
    link,
    pass: () => sender.pass(),
    /** Passes until nothing is to be done at this time. */
    async settle(): Promise<void> {
      for (let passes = 0; (await sender.pass()).waitMs === 0; ) {
        if (++passes > 50) throw new Error("The sender does not come to rest.");
      }
    },
    start: (stream: string, startTime = "2026-03-01T06:00:00.000Z") =>
      queue.recordStart(stream, { stream_url: "s3://b/1", capturesource: 1, startTime }),
    end: (stream: string) => queue.recordEnd(stream, "2026-03-01T07:00:00.000Z"),
    detect: (stream: string, key?: string) => queue.recordDetection(stream, { observer: "x" }, key),
    waiting: () =>
      outbox.streams().flatMap(({ name, waiting }) => waiting.map(({ kind }) => `${name} ${kind}`)),
    setAside: (folder = "/q/rejected") => disk.fs.readdirSync(folder),
    lines: () => site.sent.map(({ method, path }) => `${method} ${path}`),
  });
}

/** Answers as a service that takes everything; the streams are numbered. */
export function takesAll() {
  let streams = 0;
  return ({ method, path, body }: Request): Outcome => {
    if (path === "/annotations/batch") return done((body as Item[]).map(() => ({ status: 200, id: 1 })));
    return method === "POST" ? done({ id: ++streams }) : done();
  };
}
