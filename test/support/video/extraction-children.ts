import { readdirSync, readFileSync } from "node:fs";

/** Whether this system tells of its processes (Linux). */
export const tellsOfProcesses = process.platform === "linux";

/** The ids of the extraction processes that a process has started and that still run. */
export function extractionChildren(parent = process.pid): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => isChildOf(id, parent) && read(`/proc/${id}/cmdline`).includes("extraction-child"));
}

/** The most memory that a process has ever held, in bytes. */
export function peakBytes(id: number): number {
  const [, kibibytes] = /^VmHWM:\s*(\d+) kB$/m.exec(read(`/proc/${id}/status`)) ?? [];
  return Number(kibibytes ?? 0) * 1024;
}

/** Waits until a process is gone, ten seconds at most. */
export async function waitUntilGone(id: number): Promise<void> {
  for (let tries = 0; isAlive(id); tries += 1) {
    if (tries === 200) throw new Error(`Process ${id} is still there.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function isChildOf(id: number, parent: number): boolean {
  return isAlive(id) && new RegExp(`^PPid:\\s*${parent}$`, "m").test(read(`/proc/${id}/status`));
}

/** A zombie only waits for its parent to take notice. */
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
