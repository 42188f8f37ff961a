import fs from "node:fs";
import path from "node:path";
import { codeOf } from "./durable-files.mjs";

/**
 * Takes the queue for this sender. A second one would do no harm to what is sent, since every request carries
 * its key, but both would send everything.
 * @param {string} root @returns {() => void} frees it
 * @throws Error when another process has it; that of a process that has died is taken over
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
      throw new Error(`Another sender (process ${holder.split(" ")[0]}) is at work on ${root}.`);
    }
    fs.rmSync(file, { force: true });
  }
  throw new Error(`Another sender has just begun on ${root}.`);
}

/** @param {string} holder */
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
 * When the process began (proc(5), field 22) since which start of the computer: process ids come again.
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
