import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { lockQueue } from "../../examples/camera-site/lock.mjs";
import { openOutbox } from "../../examples/camera-site/outbox.mjs";
import { openQueue } from "../../examples/camera-site/queue.mjs";
import { sendForEver } from "../../examples/camera-site/send.mjs";
import type { SiteAct } from "./site-week.ts";

/** What a site's computer is told when it is switched on. */
export type SiteOrders = {
  readonly root: string;
  readonly api: string;
  readonly key: string;
  readonly source: number;
  readonly acts: readonly SiteAct[];
  /** When the week begins, as data and on this machine, and how much faster it goes here. */
  readonly week: { readonly fromMs: number; readonly realMs: number; readonly speed: number };
};

// Whoever started it is gone: nobody will end it.
process.stdin.once("end", () => process.exit(1)).resume();
if ("unref" in process.stdin) process.stdin.unref();

const orders: SiteOrders = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const { root, api, key, source, acts, week } = orders;
const queue = openQueue(root);
lockQueue(root);

/** What has been recorded is counted after it is, so what comes after a kill is recorded a second time. */
const progress = path.join(root, "progress");
let done = existsSync(progress) ? Number(readFileSync(progress, "utf8")) : 0;

const over = new AbortController();
const sending = sendForEver(
  {
    root,
    api,
    readKey: () => key,
    timeoutMs: 30_000,
    log: console.error,
    baseMs: 50,
    capMs: 500,
    pollMs: 150,
  },
  over.signal,
);
for (const act of acts.slice(done)) {
  const dueMs = week.realMs + (act.atMs - week.fromMs) / week.speed;
  if (dueMs > Date.now()) await sleep(dueMs - Date.now());
  record(act);
  writeFileSync(progress, String(++done));
}
while (
  openOutbox(root)
    .streams()
    .some(({ waiting }) => waiting.length > 0)
)
  await sleep(100);
over.abort();
await sending;

function record(act: SiteAct): void {
  const { stream } = act;
  switch (act.act) {
    case "start":
      queue.recordStart(stream.name, {
        stream_url: stream.url,
        capturesource: source,
        startTime: new Date(stream.startMs).toISOString(),
        ...(stream.live ? {} : { endTime: new Date(stream.endMs).toISOString() }),
      });
      return;
    case "end":
      queue.recordEnd(stream.name, new Date(stream.endMs).toISOString());
      return;
    case "alive":
      queue.markAlive(stream.name);
      return;
    case "detect": {
      const { start, end, species, key } = act.detection;
      const timespan = { start, end };
      const observation = { species, frame: `${stream.name} ${key}` };
      queue.recordDetection(stream.name, { timespan, observer: "detector 1", observation }, key);
    }
  }
}
