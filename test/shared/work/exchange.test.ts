import { afterEach, expect, test, vi } from "vitest";
import type { Job } from "../../../shared/domain/job/job.ts";
import { exchange } from "../../../shared/work/exchange.ts";
import type { Queue } from "../../../shared/work/queues.ts";

afterEach(() => {
  vi.useRealTimers();
});

const done: Job = {
  ...{ id: 1, maker: 1, status: "done", createdMs: 0, startedMs: 0, finishedMs: 0, expiresMs: undefined },
  ...{ warnings: [], problem: undefined, leaseUntilMs: undefined, failures: 0, version: 1 },
};

function queue(
  kind: Queue["kind"],
  ids: readonly number[],
  work: (canContinue: () => boolean) => Promise<void>,
) {
  return {
    kind,
    unfinishedIds: async function* () {
      yield* ids;
    },
    async find(id: number) {
      const found = { isFree: true, createdMs: id };
      return {
        ...found,
        work: async (canContinue: () => boolean) => {
          await work(canContinue);
          return { ...done, id };
        },
      };
    },
  };
}

test("a call works on each job once, and on none without room for its kind", async () => {
  let worked = 0;
  const count = async () => {
    worked += 1;
  };
  const run = exchange({
    queues: [queue("export", [1, 2], count), queue("import", [3], count)],
    room: { isFor: async (kind) => kind === "export", isNeededOf: async () => false },
    unreadable: () => {},
  });
  expect(await run(() => true)).toEqual({
    worked: 2,
    done: { copy: 0, export: 2, import: 0 },
    failed: 0,
  });
  expect(worked).toBe(2);
});

test("a worker stops after its step when another kind needs its place", async () => {
  vi.useFakeTimers();
  let isNeeded = false;
  let steps = 0;
  const run = exchange({
    queues: [
      queue("copy", [1], async (canContinue) => {
        while (canContinue()) {
          steps += 1;
          if (steps === 2) isNeeded = true;
          await vi.advanceTimersByTimeAsync(26_000);
        }
      }),
    ],
    room: { isFor: async () => !isNeeded, isNeededOf: async () => isNeeded },
    unreadable: () => {},
  });
  await run(() => steps < 10);
  expect(steps).toBe(2);
});
