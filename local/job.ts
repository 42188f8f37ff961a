import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { failureMessage } from "./failure-message.ts";
import { readOptions } from "./options.ts";
import { runningStack } from "./running-stack.ts";

const usage = `Runs a job of the service: verify-index, reindex, cleanup or forget.

  npm run verify-index                    on the running local stack, with the permissions of the job's role
  npm run verify-index -- --table NAME    on a table in AWS, with the environment's credentials and region
  npm run cleanup -- --table NAME --bucket NAME
  npm run forget -- --email chi@example.org     lists the service's data about a person

verify-index, reindex:
  --state FILE   save the progress in this file; after an interruption, the next run continues from it
cleanup:
  --dry-run      print the changes, but do not make them
forget:
  --email ADDRESS   the person's e-mail address
  --observer TEXT   another text that was typed as the person's \`observer\`; may be given several times
  --yes             delete the person's data; without this option nothing is changed`;

const [name = "", ...args] = process.argv.slice(2);

if (args.includes("--help")) console.log(usage);
else {
  try {
    process.exitCode = await runJob();
  } catch (error) {
    console.error(failureMessage(error, `npm run ${name} -- --help`));
    process.exitCode = 1;
  }
}

/** Runs the job in a separate process, because local/ may not import the code of the service. */
async function runJob(): Promise<number> {
  const isAws = args.some((arg) => arg.startsWith("--table"));
  const environment = isAws ? process.env : { PATH: process.env["PATH"], ...localEnvironment() };
  const command = path.join(import.meta.dirname, "../functions/jobs", name, "command.ts");
  const child = spawn(process.execPath, [command, ...args], { env: environment, stdio: "inherit" });
  // Ctrl-C reaches both processes. This one waits for the exit code of the job.
  process.on("SIGINT", () => {});
  const [code] = await once(child, "close");
  return code ?? 1;
}

function localEnvironment(): Readonly<Record<string, string>> {
  const { dataDir } = readOptions(process.env);
  const environment = runningStack(dataDir).jobs[name];
  if (environment) return environment;
  throw new Error(`The stack that runs on ${dataDir} has no job ${name}: restart it with npm start.`);
}
