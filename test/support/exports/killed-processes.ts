import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Job } from "../../../shared/domain/job/job.ts";
import type { S3UnderTest } from "../../local/s3/s3-under-test.ts";
import type { TestTable } from "../dynamo/table.ts";
import { below } from "../seeded-random.ts";
import { childPlaces } from "./child-places.ts";

const script = path.join(import.meta.dirname, "work-in-child.ts");

/** Time after which a worker has certainly lost its lease. */
const leaseOverMs = 121_000;

/** Returns a function that starts a process, which calls the worker for exports or imports once. */
export async function workerProcesses(
  kind: "export" | "import",
  { client, table }: Pick<TestTable, "client" | "table">,
  s3: S3UnderTest,
) {
  const places = await childPlaces({ client }, table, s3);
  /** @param aheadMs time by which the clock of the process is ahead */
  return (aheadMs: number) => {
    const args = [script, ...places, kind, String(aheadMs)];
    return spawn(process.execPath, args, { stdio: "inherit" });
  };
}

/**
 * Starts worker processes one after the other until a job has ended. Kills some of them at random moments.
 * @param kills maximum number of processes to kill
 * @returns number of killed processes
 */
export async function runKilledProcesses(
  start: Awaited<ReturnType<typeof workerProcesses>>,
  find: () => Promise<Pick<Job, "status" | "failures"> | undefined>,
  kills: number,
  random: () => number,
): Promise<number> {
  let killed = 0;
  for (let process = 1; ; process++) {
    const { status, failures = 0 } = (await find()) ?? {};
    if (status !== "queued" && status !== "running") return killed;
    const worker = start(process * leaseOverMs);
    const closed = once(worker, "close");
    const isDoomed = killed < kills;
    // A process takes about a second to start. A job fails after five kills in the same step, so the fourth process has
    // enough time to finish a step.
    const aliveMs = failures < 3 ? 800 + below(random, 2500) : 20_000 + below(random, 10_000);
    if (isDoomed) await Promise.race([sleep(aliveMs), closed]);
    if (isDoomed && worker.exitCode === null && worker.kill("SIGKILL")) killed += 1;
    await closed;
  }
}
