import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod/mini";

const RunningStack = z.object({
  origin: z.string(),
  issuer: z.string(),
  pid: z.int(),
  /** The environment of each job's function by the job's name: its credentials, and where the table is. */
  jobs: z._default(z.record(z.string(), z.record(z.string(), z.string())), {}),
});

/** Where the stack of a data directory answers, written while it runs. */
export type RunningStack = z.infer<typeof RunningStack>;

/** The e-mail of the stack's own admin, by whom `npm run token -- --role` sets roles. */
export const stackAdmin = "admin@stack.localhost";

export function announceStack(dataDir: string, stack: RunningStack): void {
  const file = announcement(dataDir);
  // Whole or not at all, for whoever reads it while it is written.
  writeFileSync(`${file}.new`, `${JSON.stringify(stack, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function withdrawAnnouncement(dataDir: string): void {
  rmSync(announcement(dataDir), { force: true });
}

/**
 * The stack that runs on this data directory.
 * @throws Error with a sentence for the user when there is none
 */
export function runningStack(dataDir: string): RunningStack {
  try {
    const stack = z.parse(RunningStack, JSON.parse(readFileSync(announcement(dataDir), "utf8")));
    // A stack that was killed has withdrawn nothing: signal 0 only asks whether the process is there.
    process.kill(stack.pid, 0);
    return stack;
  } catch (cause) {
    throw new Error(`No stack is running on ${dataDir}: run npm start first (or set DATA_DIR).`, {
      cause,
    });
  }
}

function announcement(dataDir: string): string {
  return path.join(dataDir, "running.json");
}
