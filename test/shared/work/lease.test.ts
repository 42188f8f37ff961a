import { afterEach, expect, test, vi } from "vitest";
import type { ExportJob } from "../../../shared/domain/job/export-job.ts";
import { ExportOptions } from "../../../shared/domain/job/export-options.ts";
import { type Lease, LeaseLost, takeLease } from "../../../shared/work/lease.ts";

const queued: ExportJob = {
  ...{ id: 1, maker: 1, format: "csv", filters: undefined, status: "queued", phase: "read" },
  options: ExportOptions.parse({}),
  ...{ createdMs: 0, startedMs: undefined, finishedMs: undefined, expiresMs: undefined },
  ...{
    done: 0,
    total: 1,
    stills: undefined,
    counts: { rows: 0, gone: 0, changed: 0, withheld: 0, left_out: 0 },
    files: [],
    warnings: [],
  },
  ...{ problem: undefined, leaseUntilMs: undefined, failures: 0, version: 1 },
};

/** Takes a lease whose writes wait until the test answers them. */
async function taken() {
  const writes: { after: ExportJob; answer: (outcome: "saved" | "changed-meanwhile" | Error) => void }[] = [];
  const save = (before: ExportJob, after: ExportJob) =>
    new Promise<ExportJob | "changed-meanwhile">((resolve, reject) => {
      writes.push({
        after,
        answer: (outcome) => {
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome === "saved" ? { ...after, version: before.version + 1 } : outcome);
        },
      });
    });
  const taking = takeLease({ save }, queued, Date.now);
  writes[0]?.answer("saved");
  const lease: Lease<ExportJob> | undefined = await taking;
  if (lease === undefined) throw new Error("The lease was not given");
  return { lease, writes };
}

afterEach(() => vi.useRealTimers());

test("a lease is renewed every 30 seconds, and stays held during the write", async () => {
  vi.useFakeTimers();
  const { lease, writes } = await taken();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(writes).toHaveLength(2);
  expect(lease.isHeld()).toBe(true);
  writes[1]?.answer("saved");
  await vi.advanceTimersByTimeAsync(30_000);
  expect(writes[2]?.after).toMatchObject({ version: 3, leaseUntilMs: Date.now() + 120_000 });
  writes[2]?.answer("changed-meanwhile");
  await vi.advanceTimersByTimeAsync(0);
  expect(lease.isHeld()).toBe(false);
  lease.stop();
});

test("after a write whose outcome is uncertain, nothing more is written", async () => {
  const { lease, writes } = await taken();
  const first = lease.save({ done: 1 });
  const second = lease.save({ done: 2 });
  await vi.waitFor(() => expect(writes).toHaveLength(2));
  writes[1]?.answer(new Error("socket hang up"));
  await expect(first).rejects.toThrow("socket hang up");
  await expect(second).rejects.toThrow(LeaseLost);
  expect([writes.length, lease.isHeld()]).toEqual([2, false]);
  lease.stop();
});

test("a lease is no longer held after its job has been put back", async () => {
  const { lease, writes } = await taken();
  const saved = lease.save({ leaseUntilMs: undefined });
  await vi.waitFor(() => expect(writes).toHaveLength(2));
  writes[1]?.answer("saved");
  await saved;
  expect(writes[1]?.after.leaseUntilMs).toBeUndefined();
  expect(lease.isHeld()).toBe(false);
  lease.stop();
});
