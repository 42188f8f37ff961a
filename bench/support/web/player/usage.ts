import { readdirSync, readFileSync } from "node:fs";

/** Processor time in seconds, and memory in MB, of a browser's processes. */
export type Usage = { readonly seconds: number; readonly megabytes: number };

const ticksPerSecond = 100;

/** Returns the processes that this one has started, and theirs. Needs Linux. */
export function descendants(): readonly number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    const fields = /^\d+$/.test(name) ? fieldsOf(Number(name)) : [];
    if (fields.length > 0) parents.set(Number(name), Number(fields[1]));
  }
  const found = new Set([process.pid]);
  for (let known = 0; known < found.size; ) {
    known = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  found.delete(process.pid);
  return [...found];
}

/** Returns what the processes use that were started since. @param before the earlier processes */
export function usageSince(before: readonly number[]): Usage {
  const pids = descendants().filter((pid) => !before.includes(pid));
  const ticks = pids.flatMap((pid) => fieldsOf(pid).slice(11, 15).map(Number));
  const kilobytes = pids.map((pid) =>
    Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0),
  );
  const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
  return { seconds: sum(ticks) / ticksPerSecond, megabytes: (sum(kilobytes) * 1024) / 1e6 };
}

/** The fields of `/proc/<pid>/stat` after the name; empty if the process has ended. */
function fieldsOf(pid: number): readonly string[] {
  const [, after] = /\) (.*)$/s.exec(read(`/proc/${pid}/stat`)) ?? [];
  return after?.split(" ") ?? [];
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
