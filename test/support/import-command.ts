import { spawn } from "node:child_process";
import { once } from "node:events";

type Run = {
  readonly origin: string;
  readonly token: string;
  readonly args?: readonly string[];
  /** On abort, sends SIGINT to the command if that is the reason, otherwise SIGKILL. */
  readonly signal?: AbortSignal;
  /** Called with all output so far, each time the command writes more. */
  readonly onOutput?: (output: string) => void;
};

/** Runs `wildlife import` on a folder, without a terminal. */
export function importFolder(folder: string, { args = [], ...run }: Run) {
  return runWildlife(["import", folder, "--yes", ...args], run);
}

/** Runs `wildlife` with these arguments, without a terminal. */
export async function runWildlife(
  args: readonly string[],
  { origin, token, signal, onOutput = () => {} }: Omit<Run, "args">,
) {
  const child = spawn(process.execPath, ["cli/main.ts", ...args, "--url", origin], {
    env: { ...process.env, WILDLIFE_TOKEN: token },
  });
  signal?.addEventListener("abort", () => child.kill(signal.reason === "SIGINT" ? "SIGINT" : "SIGKILL"));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
      onOutput(output);
    });
  }
  const [code] = await once(child, "close");
  return { code, output };
}
