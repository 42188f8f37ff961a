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

/** Of a worker that has lost its lease, with some time to spare. */
const leaseOverMs = 121_000;

/** Starts processes, each of which calls the worker for exports or imports once. */
export async function workerProcesses(
  kind: "export" | "import",
  { client, table }: Pick<TestTable, "client" | "table">,
  s3: S3UnderTest,
) {
  const places = await childPlaces({ client }, table, s3);
  /** @param aheadMs how far the process is in the future */
  return (aheadMs: number) => {
    const args = [script, ...places, kind, String(aheadMs)];
    return spawn(process.execPath, args, { stdio: "inherit" });
  };
}

/**
 * Calls the worker again and again until a job has ended, and kills so many of the processes at random moments.
 * @returns how many were killed
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
    // It takes about a second to start. Five that are killed in the same step end the job: the fourth has time for more.
    const aliveMs = failures < 3 ? 800 + below(random, 2500) : 20_000 + below(random, 10_000);
    if (isDoomed) await Promise.race([sleep(aliveMs), closed]);
    if (isDoomed && worker.exitCode === null && worker.kill("SIGKILL")) killed += 1;
    await closed;
  }
}
