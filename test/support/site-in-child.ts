import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { lockQueue } from "../../camera-site/queue/lock.mjs";
import { openOutbox } from "../../camera-site/queue/outbox.mjs";
import { openQueue } from "../../camera-site/queue/queue.mjs";
import { sendForever } from "../../camera-site/send/send-loop.mjs";
import type { SiteAction } from "./site-week.ts";

/** Configuration of a simulated site's computer. */
export type SiteConfig = {
  readonly root: string;
  readonly api: string;
  readonly key: string;
  readonly source: number;
  readonly actions: readonly SiteAction[];
  readonly week: {
    /** Simulated time at which the week begins. */
    readonly fromMs: number;
    /** Real time at which the simulated week begins. */
    readonly realMs: number;
    /** Simulated milliseconds per real millisecond. */
    readonly speed: number;
  };
};

// stdin ends when the parent process ends. Without this line, this process would then continue to run.
process.stdin.once("end", () => process.exit(1)).resume();
if ("unref" in process.stdin) process.stdin.unref();

const config: SiteConfig = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const { root, api, key, source, actions, week } = config;
const queue = openQueue(root);
lockQueue(root);

/**
 * File with the number of recorded actions. If this process is killed before it writes the file, the next process
 * repeats an action.
 */
const progress = path.join(root, "progress");
let done = existsSync(progress) ? Number(readFileSync(progress, "utf8")) : 0;

const stop = new AbortController();
const sending = sendForever(
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
  stop.signal,
);
for (const action of actions.slice(done)) {
  const dueMs = week.realMs + (action.atMs - week.fromMs) / week.speed;
  if (dueMs > Date.now()) await sleep(dueMs - Date.now());
  record(action);
  writeFileSync(progress, String(++done));
}
while (
  openOutbox(root)
    .streams()
    .some(({ waiting }) => waiting.length > 0)
)
  await sleep(100);
stop.abort();
await sending;

function record(action: SiteAction): void {
  const { stream } = action;
  switch (action.action) {
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
      queue.recordHeartbeat(stream.name);
      return;
    case "detect": {
      const { start, end, species, key } = action.detection;
      const timespan = { start, end };
      const observation = { species, frame: `${stream.name} ${key}` };
      queue.recordDetection(stream.name, { timespan, observer: "detector 1", observation }, key);
    }
  }
}
