import fs from "node:fs";
import path from "node:path";
import { codeOf } from "./durable-files.mjs";

/**
 * Locks the queue for this sender. Two senders would send everything twice. This would create no duplicates, because
 * every request carries its idempotency key, but it would waste bandwidth.
 * @param {string} root @returns {() => void} unlocks it
 * @throws Error while another sender runs; the lock of a process that no longer runs is replaced
 */
export function lockQueue(root) {
  const file = path.join(root, "sender.lock");
  const own = `${process.pid} ${identity(process.pid)}`;
  for (let tries = 0; tries < 3; tries += 1) {
    try {
      fs.writeFileSync(file, own, { flag: "wx" });
      return () => fs.rmSync(file, { force: true });
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
    const holder = read(file) ?? "";
    if (isRunning(holder)) {
      throw new Error(`Another sender (process ${holder.split(" ")[0]}) is running on ${root}.`);
    }
    fs.rmSync(file, { force: true });
  }
  throw new Error(`Another sender has just started on ${root}.`);
}

/** @param {string} holder content of the lock file */
function isRunning(holder) {
  const [pid = "", ...rest] = holder.split(" ");
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if (codeOf(error) === "ESRCH") return false;
  }
  return identity(Number(pid)) === rest.join(" ");
}

/**
 * Start time of the process (proc(5), field 22) and id of the computer's boot. These two distinguish a process from a later
 * process with the same process id.
 * @param {number} pid
 */
function identity(pid) {
  const started = read(`/proc/${pid}/stat`)?.replace(/.*\) /s, "").split(" ")[19] ?? "";
  return `${started} ${read("/proc/sys/kernel/random/boot_id")?.trim() ?? ""}`;
}

/** @param {string} file */
function read(file) {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
