import { spawn } from "node:child_process";

export type TiedProcess = {
  /** Resolves with the reason if it ends by itself, before `end`. */
  exited: Promise<string>;
  /** Ends it and waits until it is gone. */
  end: () => Promise<void>;
};

/**
 * Runs a command that dies with this process, be it by SIGKILL: it ends when its standard input does, and a
 * shell holds the other end of that pipe. It is in a process group of its own, so that Ctrl-C in a terminal
 * reaches the stack alone, which then ends it in good order.
 */
export function spawnTied(command: readonly string[]): TiedProcess {
  const child = spawn("/bin/sh", ["-c", TIED, "sh", ...command], {
    detached: true,
    stdio: ["pipe", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-1000);
  });
  const gone = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const ending = new AbortController();
  return {
    exited: new Promise((resolve) => {
      void gone.then((why) => {
        if (!ending.signal.aborted) resolve(`${why}. ${said.trim()}`.trim());
      });
    }),
    async end() {
      ending.abort();
      child.stdin.end();
      await gone;
    },
  };
}

/** SIGTERM lets SQLite finish its journal; SIGKILL is for a process that does not listen. */
const TIED = `
exec 3<&0
"$@" </dev/null 3<&- & child=$!
{ cat <&3; kill $child; sleep 3; kill -9 $child; } >/dev/null 2>&1 & watcher=$!
exec 3<&-
wait $child; code=$?
kill $watcher
exit $code`;
