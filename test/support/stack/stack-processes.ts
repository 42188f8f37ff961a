import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** True if /proc shows the processes and their sockets. On other systems, tests that need it are skipped. */
export const hasProc = process.platform === "linux";
if (!hasProc) console.warn("Skipped: tests that look at a stack's processes in /proc, which only Linux has.");

/** Returns the ids of a process and of all its descendants, in any process group. */
export function processTree(root: number): number[] {
  const parents = new Map(numbers("/proc").map((pid) => [pid, parentOf(pid)]));
  const tree = [root];
  for (const ancestor of tree) {
    for (const [pid, parent] of parents) if (parent === ancestor) tree.push(pid);
  }
  return tree;
}

export function isAlive(pid: number): boolean {
  return parentOf(pid) !== undefined;
}

/** Returns the name of the program that a process runs, without its folder. */
export function programOf(pid: number): string {
  return readlinkSync(`/proc/${pid}/exe`).replace(/.*\//, "");
}

export type ListeningSocket = { readonly pid: number; readonly host: string; readonly port: number };

/** Returns the TCP sockets on which these processes listen. */
export function listeningSockets(pids: readonly number[]): ListeningSocket[] {
  const owners = new Map(pids.flatMap((pid) => socketInodes(pid).map((inode) => [inode, pid] as const)));
  return ["tcp", "tcp6"].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, "utf8")
      .trim()
      .split("\n")
      .slice(1)
      .flatMap((line) => {
        const [, local = "", , state, , , , , , inode = ""] = line.trim().split(/\s+/);
        const pid = owners.get(inode);
        const [address = "", port = ""] = local.split(":");
        if (state !== LISTEN || pid === undefined) return [];
        return [{ pid, host: hostOf(address), port: Number.parseInt(port, 16) }];
      }),
  );
}

/** The state TCP_LISTEN in /proc/net/tcp (proc(5)). */
const LISTEN = "0A";

/** Decodes an IPv4 address, which is a little-endian word in hexadecimal. Returns IPv6 addresses unchanged. */
function hostOf(address: string): string {
  if (address.length > 8) return `[${address}]`;
  return (address.match(/../g) ?? [])
    .reverse()
    .map((byte) => Number.parseInt(byte, 16))
    .join(".");
}

/** Returns the id of the parent process. `undefined` if the process does not exist or is a zombie. */
function parentOf(pid: number): number | undefined {
  try {
    // The program's name, in parentheses, may contain any character.
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/.*\) /s, "").split(" ");
    return state === "Z" ? undefined : Number(parent);
  } catch {
    return undefined;
  }
}

function socketInodes(pid: number): string[] {
  return numbers(`/proc/${pid}/fd`).flatMap((descriptor) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${descriptor}`))?.[1] ?? [];
    } catch {
      return [];
    }
  });
}

function numbers(folder: string): number[] {
  return readdirSync(folder).map(Number).filter(Number.isInteger);
}
