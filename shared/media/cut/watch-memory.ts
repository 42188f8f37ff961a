import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

/** A decoder fills about 100 MB in this time. */
const intervalMs = 50;

/** `ps` takes a few milliseconds of CPU time. */
const psIntervalMs = 500;

/**
 * Watches the resident memory of a process, and calls `onExceeded` once when it is above `maxBytes`. Reads it from
 * /proc on Linux and with `ps` on macOS. Does nothing on other systems.
 * @returns a function that ends the watch
 */
export function watchMemory(pid: number, maxBytes: number, onExceeded: () => void): () => void {
  const onLinux = process.platform === "linux";
  let isWatching = true;
  const stop = () => {
    isWatching = false;
    clearInterval(timer);
  };
  const look = async () => {
    // Fails once the process has ended.
    const bytes = onLinux ? bytesByProc(pid) : await bytesByPs(pid);
    if (!isWatching || bytes <= maxBytes) return;
    stop();
    onExceeded();
  };
  const timer = setInterval(() => void look().catch(() => {}), onLinux ? intervalMs : psIntervalMs);
  timer.unref();
  return stop;
}

function bytesByProc(pid: number): number {
  const [, kibibytes] = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kibibytes ?? 0) * 1024;
}

async function bytesByPs(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)]);
  return Number(stdout) * 1024;
}
