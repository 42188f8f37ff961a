import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/** Maximum time for which a lock is held: a minute for a request for tokens with its retries, and some more. */
const maxHoldMs = 120_000;
const pollMs = 50;

/**
 * Runs `act` while no other process holds the same lock file. The lock of a process that no longer runs is replaced.
 * If the file cannot be written, `act` runs without a lock.
 */
export async function withLock<T>(file: string, act: () => Promise<T>): Promise<T> {
  const own = `${hostname()} ${process.pid}`;
  while (!take(file, own)) {
    if (isStale(file)) rmSync(file, { force: true });
    else await sleep(pollMs);
  }
  try {
    return await act();
  } finally {
    if (read(file) === own) rmSync(file, { force: true });
  }
}

/** Returns `false` while another process holds the lock. */
function take(file: string, own: string): boolean {
  try {
    writeFileSync(file, own, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    return !isCode(error, "EEXIST");
  }
}

function isStale(file: string): boolean {
  const ageMs = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  const [host, pid = ""] = read(file)?.split(" ") ?? [];
  return ageMs > maxHoldMs || (host === hostname() && !isRunning(Number(pid)));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !isCode(error, "ESRCH");
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
