import { existsSync, readdirSync, readFileSync } from "node:fs";

/** True if /proc shows processes (Linux). */
export const tellsOfProcesses = process.platform === "linux";

/** Returns the ids of the running extraction processes that a process has started. */
export function extractionChildren(parent = process.pid): number[] {
  return childrenOf(parent).filter(
    (id) => isAlive(id) && read(`/proc/${id}/cmdline`).includes("extraction-child"),
  );
}

/** Returns the peak resident memory of a process, in bytes. */
export function peakBytes(id: number): number {
  const [, kibibytes] = /^VmHWM:\s*(\d+) kB$/m.exec(read(`/proc/${id}/status`)) ?? [];
  return Number(kibibytes ?? 0) * 1024;
}

/** Waits until a process has ended, for at most ten seconds. */
export async function waitUntilGone(id: number): Promise<void> {
  for (let tries = 0; isAlive(id); tries += 1) {
    if (tries === 200) throw new Error(`Process ${id} still runs.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Returns the ids of child processes. Tests call it every 10 ms, and reading all of /proc would take 2 ms. */
function childrenOf(parent: number): number[] {
  if (existsSync(`/proc/${parent}/task/${parent}/children`)) {
    return readdirSync(`/proc/${parent}/task`)
      .flatMap((thread) => read(`/proc/${parent}/task/${thread}/children`).split(" "))
      .filter(Boolean)
      .map(Number);
  }
  // The kernel was built without CONFIG_PROC_CHILDREN.
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => isChildOf(id, parent));
}

function isChildOf(id: number, parent: number): boolean {
  return new RegExp(`^PPid:\\s*${parent}$`, "m").test(read(`/proc/${id}/status`));
}

/** Returns true for a running process. A zombie has ended, but its parent has not read the exit code yet. */
function isAlive(id: number): boolean {
  return /^State:\s*[^Z\s]/m.test(read(`/proc/${id}/status`));
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
