import { spawn } from "node:child_process";

export type SupervisedProcess = {
  /** Resolves with the reason when the process ends before `end` is called. */
  exited: Promise<string>;
  /** Ends the process and waits until it has exited. */
  end: () => Promise<void>;
};

/**
 * Runs a command that ends when this process ends, even by SIGKILL. A shell supervises the command: the shell's
 * standard input is a pipe from this process, and when the pipe closes the shell ends the command. Shell and command run in their
 * own process group, so Ctrl-C in a terminal reaches only the stack, which then ends them in order.
 */
export function spawnSupervised(command: readonly string[]): SupervisedProcess {
  const child = spawn("/bin/sh", ["-c", SUPERVISOR, "sh", ...command], {
    detached: true,
    stdio: ["pipe", "ignore", "pipe"],
  });
  let errorOutput = "";
  child.stderr.on("data", (chunk: Buffer) => {
    errorOutput = (errorOutput + chunk.toString()).slice(-1000);
  });
  const exit = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const ending = new AbortController();
  return {
    exited: new Promise((resolve) => {
      void exit.then((reason) => {
        if (!ending.signal.aborted) resolve(`${reason}. ${errorOutput.trim()}`.trim());
      });
    }),
    async end() {
      ending.abort();
      child.stdin.end();
      await exit;
    },
  };
}

/** SIGTERM lets SQLite finish its journal. SIGKILL ends a process that ignores SIGTERM for 3 seconds. */
const SUPERVISOR = `
exec 3<&0
"$@" </dev/null 3<&- & child=$!
{ cat <&3; kill $child; sleep 3; kill -9 $child; } >/dev/null 2>&1 & watcher=$!
exec 3<&-
wait $child; code=$?
kill $watcher
exit $code`;
