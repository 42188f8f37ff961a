import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { failureMessage } from "./failure-message.ts";
import { signToken } from "./oidc/sign-token.ts";
import { signingKey } from "./oidc/signing-key.ts";
import { readOptions } from "./options.ts";
import { runningStack, stackAdminName } from "./running-stack.ts";
import { workingAdmin } from "./working-admin.ts";

// This script runs `wildlife import` on the running local stack, as the stack's own admin.
const command = path.join(import.meta.dirname, "../cli/main.ts");

try {
  process.exitCode = await importFolder();
} catch (error) {
  console.error(failureMessage(error, "npm run import -- --help"));
  process.exitCode = 1;
}

/** Runs the command in a separate process, because local/ may not import it. */
async function importFolder(): Promise<number> {
  const args = process.argv.slice(2);
  const environment = args.includes("--help") ? {} : await signedIn();
  const child = spawn(process.execPath, [command, "import", ...args], {
    // npm runs scripts in the project's folder. INIT_CWD is the folder in which the user typed the command.
    cwd: process.env["INIT_CWD"] ?? process.cwd(),
    env: { ...process.env, ...environment },
    stdio: "inherit",
  });
  // Ctrl-C reaches both processes. This one waits for the exit code of the command.
  process.on("SIGINT", () => {});
  const [code] = await once(child, "close");
  return code ?? 1;
}

/** Returns variables with the stack's URL and a token of its admin, valid for a day because imports can take long. */
async function signedIn(): Promise<Record<string, string>> {
  const { dataDir } = readOptions(process.env);
  const { origin, issuer, spareAdmin } = runningStack(dataDir);
  const key = signingKey(dataDir);
  const tokenFor = (email: string) =>
    signToken(key, { issuer, email, name: stackAdminName, lifetimeSeconds: 24 * 3600 });
  return {
    WILDLIFE_URL: origin,
    WILDLIFE_TOKEN: await workingAdmin(origin, spareAdmin, tokenFor),
    WILDLIFE_KEY: "",
  };
}
