import { setTimeout as sleep } from "node:timers/promises";
import { goingOn } from "../terminal/going-on.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** An export or an import. */
type Job = { readonly id: number; readonly status: string };

type Deps<J> = {
  readonly find: (id: number) => Promise<J>;
  readonly progressText: (job: J) => string;
  readonly terminal: Terminal;
};

const everyMs = 2000;

/** True while the service works on a job, or will work on it. */
export function isRunning({ status }: Job): boolean {
  return status === "queued" || status === "running";
}

/** Shows the progress of a job until it has ended. */
export async function waitForEnd<J extends Job>(begun: J, deps: Deps<J>): Promise<J> {
  const { find, progressText, terminal } = deps;
  const show = goingOn(terminal);
  let job = begun;
  while (isRunning(job)) {
    show(progressText(job));
    await sleep(everyMs);
    job = await find(job.id);
  }
  terminal.status("");
  return job;
}
