import { readFileSync } from "node:fs";

/** Length of a clock tick in which Linux tells the times of processes (USER_HZ). */
const tickMs = 10;

/** CPU time that a process has used, in milliseconds. 0 without /proc (only Linux has it), and for a process that ended. */
export function cpuMsOf(pid: number): number {
  try {
    // Fields 14 and 15 (proc_pid_stat(5)). Field 2 is a name in parentheses, which may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * tickMs;
  } catch {
    return 0;
  }
}
