import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Whether /proc shows processes (Linux). */
export const tellsOfProcesses = process.platform === "linux";

/** Ids of the running extraction processes that a process has started. */
export function extractionChildren(parent = process.pid): number[] {
  return childrenOf(parent).filter(
    (id) => isAlive(id) && read(`/proc/${id}/cmdline`).includes("extraction-child"),
  );
}

/** Peak resident memory of a process, in bytes. */
export function peakBytes(id: number): number {
  const [, kibibytes] = /^VmHWM:\s*(\d+) kB$/m.exec(read(`/proc/${id}/status`)) ?? [];
  return Number(kibibytes ?? 0) * 1024;
}

/** Waits at most ten seconds until a process has ended. */
export async function waitUntilGone(id: number): Promise<void> {
  for (let tries = 0; isAlive(id); tries += 1) {
    if (tries === 200) throw new Error(`Process ${id} still runs.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Tests ask every 10 ms. To look at every process of the machine would take a fifth of that. */
function childrenOf(parent: number): number[] {
  if (existsSync(`/proc/${parent}/task/${parent}/children`)) {
    return readdirSync(`/proc/${parent}/task`)
      .flatMap((thread) => read(`/proc/${parent}/task/${thread}/children`).split(" "))
      .filter(Boolean)
      .map(Number);
  }
  // A kernel without CONFIG_PROC_CHILDREN.
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => isChildOf(id, parent));
}

function isChildOf(id: number, parent: number): boolean {
  return new RegExp(`^PPid:\\s*${parent}$`, "m").test(read(`/proc/${id}/status`));
}

/** Zombies do not count: they have ended, and only wait for their parent to read the exit code. */
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
