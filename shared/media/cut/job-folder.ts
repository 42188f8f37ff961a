import { readdirSync, readFileSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** A folder's name is the prefix, the process that made it (`<id>.<start>`), a hyphen and random characters. */
const prefix = "wildlife-extraction-";

/** Creates an empty folder for the files of a job. A process that is killed leaves it behind. */
export async function createJobFolder(): Promise<string> {
  return await mkdtemp(path.join(tmpdir(), `${prefix}${process.pid}.${startOf(process.pid)}-`));
}

/** Removes the folders of processes that have ended. Ignores folders that this user may not remove. */
export function removeLeftFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, id, start] = name.startsWith(prefix) ? (/(\d+)\.(\d*)-\w+$/.exec(name) ?? []) : [];
    if (id === undefined || (isRunning(Number(id)) && startOf(Number(id)) === start)) continue;
    try {
      rmSync(path.join(tmpdir(), name), { recursive: true, force: true });
    } catch {}
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user may not be signalled.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * Start of a process, in clock ticks since the machine started. It distinguishes processes with the same id, for
 * example in a container that restarts. Empty without /proc (only Linux has it), and for a process that has ended.
 */
function startOf(pid: number): string {
  try {
    // Field 22 (proc_pid_stat(5)). Field 2 is a name in parentheses, which may contain spaces.
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[19] ?? "";
  } catch {
    return "";
  }
}
