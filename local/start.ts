import { rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { checkPort } from "./check-port.ts";
import { openDataDir } from "./data-dir.ts";
import { lockFile } from "./dynamodb/lock-file.ts";
import { failureMessage } from "./failure-message.ts";
import { formatLogLine } from "./log-line.ts";
import { signToken } from "./oidc/sign-token.ts";
import { signingKey } from "./oidc/signing-key.ts";
import { nameVariables, readOptions } from "./options.ts";
import { stackAdmin } from "./running-stack.ts";
import { putVideoOnce } from "./seed/put-video.ts";
import { seed } from "./seed/seed.ts";
import { isSeeded, markSeeded } from "./seed/seeded.ts";
import { tokenCommand, withDataDir } from "./shell-command.ts";
import { type RunningService, startStack } from "./stack.ts";
import { synthesise } from "./synthesise.ts";
import { watchFunctions } from "./watch.ts";

const usage = `Serves the whole service on this machine until Ctrl-C.

  npm start [-- --watch] [--no-seed]

  --watch     rebuild a function when its code changes
  --no-seed   do not add the small demonstration to a new stack

Environment: PORT (3000), S3_PORT (any free one), DATA_DIR (.local), ADMIN_EMAILS, ALLOWED_EMAIL_DOMAINS,
ANNOTATION_SHAPE (identification, observation or full), LOG_LEVEL (INFO),
MEDIA_ROLE (admin; the lowest role that may cut any still or clip),
PLAY_ROLE (readonly; the lowest role that may play videos),
CALLER_REQUESTS_PER_SECOND (20, with bursts of three times as many; a GET counts as a quarter),
REQUESTS_PER_ADDRESS (0, no limit; otherwise the maximum number of requests from one network address per minute),
DEV_VIDEO_ORIGINS (origins on this machine from which videos may come over plain http),
DYNAMODB_ENDPOINT (a DynamoDB to use instead of the embedded one).`;

try {
  await start();
} catch (error) {
  console.error(nameVariables(failureMessage(error, "npm start -- --help")));
  process.exit(1);
}

async function start(): Promise<void> {
  const { values } = parseArgs({
    options: {
      watch: { type: "boolean", default: false },
      "no-seed": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const { port, s3Port, dataDir, dynamoDbEndpoint, devVideoOrigins, parameters } = readOptions(process.env);
  // Only the user who starts the stack can read the files that the stack and its processes write.
  process.umask(0o077);
  createDataDir(dataDir);
  // Locks the folder before it writes, because a running stack reads its functions from this folder.
  const unlock = lockFile(path.join(dataDir, "stack"));
  const assemblies = path.join(dataDir, "assemblies");
  rmSync(assemblies, { recursive: true, force: true });
  const assemblyFor = (n: number) => path.join(assemblies, String(n));
  await checkPort(port, withDataDir(dataDir, "npm start"));
  console.log("Bundling the functions and synthesising the template …");
  const assembly = assemblyFor(0);
  await synthesise(assembly);
  const service = await startStack({
    assembly,
    dataDir,
    port,
    s3Port,
    parameters,
    dynamoDbEndpoint,
    devVideoOrigins,
    // Each takes 24 MB. With 8, the stack exceeds 800 MB (`npm run bench:stack-memory`).
    idleSandboxes: 6,
    onOutput: (name, line) => console.log(formatLogLine(name, line)),
    onFailure: (reason) => {
      console.error(reason);
      process.exit(1);
    },
  });
  let stopping = false;
  const stop = () => {
    // On Ctrl-C this process gets two signals, one from the terminal and one from npm.
    if (stopping) return;
    stopping = true;
    console.log("Stopping …");
    void service.close().then(() => {
      unlock();
      process.exit(0);
    });
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
  if (values.watch) watchFunctions(service, assemblyFor, console.log);
  if (!values["no-seed"]) await seedOnce(service, dataDir);
  console.log(`
  Sign in ${service.signInLink}
  API     ${service.origin}/api/v1   (try ${service.origin}/api/v1/health)
  Docs    ${service.origin}/api/v1/docs
  Token   ${tokenCommand(dataDir)}
  Data    ${dataDir}   (kept when the stack stops; delete this folder to start again with an empty stack)

Stop with Ctrl-C.
`);
  if (service.storage.addedIndexes.length > 0) console.log(olderData(dataDir));
}

function olderData(dataDir: string): string {
  const command = withDataDir(dataDir, "npm run reindex");
  return `An older version wrote this data: run ${command} in another terminal. Until then some filters return 503.\n`;
}

function createDataDir(dataDir: string): void {
  try {
    openDataDir(dataDir);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause;
    throw new Error(`The folder ${dataDir} cannot be created (${reason}): choose another DATA_DIR.`, {
      cause,
    });
  }
}

/** Seeds a data directory only once, so that records that the user deletes stay deleted. */
async function seedOnce(service: RunningService, dataDir: string): Promise<void> {
  if (isSeeded(dataDir)) return;
  const { origin, issuer } = service;
  const key = signingKey(dataDir);
  const tokenFor = (email: string, name?: string) =>
    signToken(key, { issuer, email, name, lifetimeSeconds: 600 });
  const summary = await seed(origin, stackAdmin, tokenFor, putVideoOnce(service));
  markSeeded(dataDir, summary);
  console.log(`Added a demonstration: ${summary}.`);
}
