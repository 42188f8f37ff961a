import { spawn } from "node:child_process";
import { once } from "node:events";

/**
 * Runs `wildlife import` on a folder, without a terminal.
 * @param onOutput told all of the output when there is more; returns `kill` to kill the command
 */
export async function importFolder(
  folder: string,
  { origin, token, args = [] }: { origin: string; token: string; args?: readonly string[] },
  onOutput: (output: string) => "kill" | undefined = () => undefined,
) {
  const options = ["--url", origin, "--yes", ...args];
  const child = spawn(process.execPath, ["cli/main.ts", "import", folder, ...options], {
    env: { ...process.env, WILDLIFE_TOKEN: token },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
      if (onOutput(output) === "kill") child.kill("SIGKILL");
    });
  }
  const [code] = await once(child, "close");
  return { code, output };
}
