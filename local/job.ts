import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { readOptions } from "./options.ts";
import { runningStack } from "./running-stack.ts";

const usage = `Runs a job of the service to its end: verify-index, reindex or cleanup.

  npm run verify-index                    on the running local stack, with what the job's role grants
  npm run verify-index -- --table NAME    on a table in AWS, with the environment's credentials and region
  npm run cleanup -- --table NAME --bucket NAME

verify-index, reindex:
  --state FILE   keep in it how far the job is: when it is killed, the next run goes on from there
cleanup:
  --dry-run      say what would be done, and write nothing`;

const [name = "", ...args] = process.argv.slice(2);

if (args.includes("--help")) console.log(usage);
else {
  try {
    process.exitCode = await runJob();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/** The job's command is code of the service, so it runs in a process of its own. */
async function runJob(): Promise<number> {
  const isAws = args.some((arg) => arg.startsWith("--table"));
  const environment = isAws ? process.env : { PATH: process.env["PATH"], ...localEnvironment() };
  const command = path.join(import.meta.dirname, "../functions/jobs", name, "command.ts");
  const child = spawn(process.execPath, [command, ...args], { env: environment, stdio: "inherit" });
  // Ctrl-C goes to both: this one stays until the other has ended.
  process.on("SIGINT", () => {});
  const [code] = await once(child, "close");
  return code ?? 1;
}

function localEnvironment(): Readonly<Record<string, string>> {
  const { dataDir } = readOptions(process.env);
  const environment = runningStack(dataDir).jobs[name];
  if (environment) return environment;
  throw new Error(`The stack that runs on ${dataDir} has no job ${name}: start it anew.`);
}
