import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod/mini";

const RunningStack = z.object({
  origin: z.string(),
  issuer: z.string(),
  /** Link for signing in with a browser. Anyone with the link can sign in as any user. */
  signInLink: z._default(z.string(), ""),
  pid: z.int(),
  /** E-mail address of a user who becomes an admin at the first sign-in. Every start uses a new address. */
  spareAdmin: z.string(),
  /** The values of the template's parameters. */
  parameters: z._default(z.record(z.string(), z.string()), {}),
  /** Environment of each job's function, by the job's name: credentials, names and endpoints. */
  jobs: z._default(z.record(z.string(), z.record(z.string(), z.string())), {}),
});

/** Addresses and credentials of a running stack. This record is in a file of the data directory while the stack runs. */
export type RunningStack = z.infer<typeof RunningStack>;

/** E-mail address of the stack's own admin, who sets roles for `npm run token -- --role`. */
export const stackAdmin = "admin@stack.localhost";
/** Display name of the stack's own admin. */
export const stackAdminName = "Local admin";

export function recordRunningStack(dataDir: string, stack: RunningStack): void {
  const file = recordFile(dataDir);
  // A rename is atomic, so a reader never sees half a file.
  writeFileSync(`${file}.new`, `${JSON.stringify(stack, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function removeRunningStack(dataDir: string): void {
  rmSync(recordFile(dataDir), { force: true });
}

/**
 * Reads the record of the stack that runs on this data directory.
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
      `No stack is running on ${dataDir}: run npm start first, or set DATA_DIR to the folder of a stack that is running.`,
      { cause },
    );
  }
}

function recordFile(dataDir: string): string {
  return path.join(dataDir, "running.json");
}
