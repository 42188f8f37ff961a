import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod/mini";

const RunningStack = z.object({
  origin: z.string(),
  issuer: z.string(),
  /** The link with which people sign in in a browser. Everybody who has it can sign in as anybody. */
  signInLink: z._default(z.string(), ""),
  pid: z.int(),
  /** E-mail address that becomes an admin when it first signs in. Differs at every start. */
  spareAdmin: z.string(),
  /** The values of the template's parameters. */
  parameters: z._default(z.record(z.string(), z.string()), {}),
  /** For each job, by name, the environment of its function: credentials, and where the table is. */
  jobs: z._default(z.record(z.string(), z.record(z.string(), z.string())), {}),
});

/** How to reach the stack of a data directory. The file exists while the stack runs. */
export type RunningStack = z.infer<typeof RunningStack>;

/** E-mail address of the stack's own admin, who sets roles for `npm run token -- --role`. */
export const stackAdmin = "admin@stack.localhost";
/** Display name of the stack's own admin. */
export const stackAdminName = "Local admin";

export function recordRunningStack(dataDir: string, stack: RunningStack): void {
  const file = recordFile(dataDir);
  // Renamed into place, so that a reader never sees half a file.
  writeFileSync(`${file}.new`, `${JSON.stringify(stack, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function removeRunningStack(dataDir: string): void {
  rmSync(recordFile(dataDir), { force: true });
}

/**
 * Reads how to reach the stack that runs on this data directory.
 * @throws Error with a sentence for the user when no stack runs on it
 */
export function runningStack(dataDir: string): RunningStack {
  try {
    const stack = z.parse(RunningStack, JSON.parse(readFileSync(recordFile(dataDir), "utf8")));
    // A killed stack leaves its file. Signal 0 only checks that the process exists.
    process.kill(stack.pid, 0);
    return stack;
  } catch (cause) {
    throw new Error(
      `No stack is running on ${dataDir}: run npm start first, or set DATA_DIR to the folder of the running stack.`,
      { cause },
    );
  }
}

function recordFile(dataDir: string): string {
  return path.join(dataDir, "running.json");
}
