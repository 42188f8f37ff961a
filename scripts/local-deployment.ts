import { readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod/mini";

/** Settings that a local stack needs for the HTTP tests: variables of `npm start` and parameters of the template. */
const needed = [
  { variable: "ADMIN_EMAILS", parameter: "AdminEmails", value: "admin@example.org" },
  { variable: "ALLOWED_EMAIL_DOMAINS", parameter: "AllowedEmailDomains", value: "allowed.example" },
  { variable: "CALLER_REQUESTS_PER_SECOND", parameter: "CallerRequestsPerSecond", value: "100000" },
] as const;

const Running = z.object({
  origin: z.string(),
  issuer: z.string(),
  pid: z.int(),
  parameters: z._default(z.record(z.string(), z.string()), {}),
});

/**
 * The local stack that runs on a data folder, with the settings that the tests need.
 * @throws Error with the commands that start such a stack and test it
 */
export function localDeployment(dataDir: string) {
  const running = readRunning(dataDir);
  if (running === undefined) throw new Error(`No stack is running on ${dataDir}. ${howTo()}`);
  const missing = needed.filter(({ parameter, value }) => !has(running.parameters[parameter], value));
  if (missing.length > 0) {
    const names = missing.map(({ variable, value }) => `${variable}=${value}`).join(", ");
    throw new Error(`The stack that runs on ${dataDir} was started without ${names}. ${howTo()}`);
  }
  return { url: running.origin, keys: dataDir, issuer: running.issuer };
}

/** True if a comma-separated list contains the value. */
function has(list: string | undefined, value: string): boolean {
  return (list ?? "").split(",").includes(value);
}

function readRunning(dataDir: string): z.infer<typeof Running> | undefined {
  try {
    const running = z.parse(Running, JSON.parse(readFileSync(path.join(dataDir, "running.json"), "utf8")));
    // A killed stack leaves its file. Signal 0 only checks that the process exists.
    process.kill(running.pid, 0);
    return running;
  } catch {
    return undefined;
  }
}

function howTo(): string {
  const settings = needed.map(({ variable, value }) => `${variable}=${value}`).join(" ");
  return `Start one for the tests, which leave their records behind:

  DATA_DIR=.local-tests PORT=3100 ${settings} npm start -- --no-seed

and in another terminal:

  DATA_DIR=.local-tests npm run test:api`;
}
