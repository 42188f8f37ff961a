import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openOutbox } from "../../camera-site/queue/outbox.mjs";
import { openQueue } from "../../camera-site/queue/queue.mjs";
import { runCommand } from "./stack/run-command.ts";

export const program = "camera-site/camera-site.mjs";

type Settings = { readonly api?: string; readonly source?: number };

/** Creates a site's computer: command, queue, and key file in a temporary folder. By default nothing serves `api`. */
export function siteCommand({ api = "http://127.0.0.1:40999/api/v1", source = 3 }: Settings = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), "camera-site-"));
  const root = path.join(folder, "queue");
  const keyFile = path.join(folder, "key");
  const environment = {
    CAMERA_SITE_API: api,
    CAMERA_SITE_QUEUE: root,
    CAMERA_SITE_SOURCE: String(source),
    CAMERA_SITE_KEY_FILE: keyFile,
  };
  writeFileSync(keyFile, "wvk_1_secret\n");
  return {
    root,
    keyFile,
    environment,
    run: (...args: string[]) => runCommand([process.execPath, program, ...args], environment),
    /** Runs the command with a clock that is ahead by this time, or behind by a negative time. */
    runAhead: (aheadMs: number, ...args: string[]) => {
      const shift = `const now = Date.now; Date.now = () => now() + ${aheadMs};`;
      const preload = `data:text/javascript,${encodeURIComponent(shift)}`;
      return runCommand([process.execPath, "--import", preload, program, ...args], environment);
    },
    queue: () => openQueue(root),
    /** Opens the queue as the sender does. */
    outbox: () => openOutbox(root),
    start: (stream: string) =>
      openQueue(root).recordStart(stream, {
        stream_url: "https://video.example/1",
        capturesource: source,
        startTime: "2026-03-01T06:00:00.000Z",
      }),
    /** Returns `<stream> <kind>` for each waiting event. */
    waiting: () => {
      openQueue(root);
      const streams = openOutbox(root).streams();
      return streams.flatMap(({ name, waiting }) => waiting.map(({ kind }) => `${name} ${kind}`));
    },
    useKey: (key: string) => writeFileSync(keyFile, `${key}\n`),
    /** Replaces text in a file of the queue. */
    edit(file: string, from: string, to: string): void {
      const edited = path.join(root, file);
      writeFileSync(edited, readFileSync(edited, "utf8").replace(from, to));
    },
    remove: () => rmSync(folder, { recursive: true, maxRetries: 10 }),
  };
}
