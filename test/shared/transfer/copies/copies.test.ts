import { expect, test } from "vitest";
import {
  type Copy,
  copyState,
  newCopy,
  retriedCopy,
  unusedAtMs,
} from "../../../../shared/domain/copy/copy.ts";
import { ExtractionError } from "../../../../shared/media/cut/extraction-error.ts";
import type { Extractor } from "../../../../shared/media/cut/extractor.ts";
import { copyOf, copyPieces } from "../../../../shared/store/copy/reader.ts";
import { copyWriter } from "../../../../shared/store/copy/writer.ts";
import { videoStreamWriter } from "../../../../shared/store/stream/writer.ts";
import { pendingTask, taskIds } from "../../../../shared/table/tasks.ts";
import { discardCopy } from "../../../../shared/transfer/copies/discard-copy.ts";
import { copyWorker } from "../../../../shared/transfer/copies/worker.ts";
import { queueOf } from "../../../../shared/work/queues.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";

const database = useTable();
const url = "https://video.example/old.avi";
const lengthMs = 150_000;
const atMs = Date.parse("2026-03-01T12:00:00Z");

/** Queues the copy of a new stream, and returns a worker whose engine makes pieces by `make`. */
async function queued(make: (fromMs: number) => Promise<void> | void = () => {}) {
  const { table } = database;
  const copies = copyWriter(table);
  const id = await newStream();
  expect(await copies.queue(undefined, copyOfStream(id), 10_000)).toBe("queued");
  const files = new Map<string, number>();
  const errors: unknown[] = [];
  let now = atMs;
  const extract: Extractor["extract"] = async ({ excerpt }, _deadlineMs, use) => {
    if (excerpt.kind !== "piece") throw new Error("Only pieces are made.");
    const { fromMs } = excerpt;
    await make(fromMs);
    const endMs = Math.min(fromMs + 60_000, lengthMs);
    const layout = {
      ...{ startMs: fromMs, endMs, bytes: 1000, headBytes: 100 },
      sha256: String(fromMs).padStart(64, "0"),
      segments: [{ bytes: 900, startMs: fromMs }],
    };
    return await use({
      ...{ mediaType: "video/x-msvideo", size: { width: 320, height: 180 }, file: "piece", sizeBytes: 1000 },
      ...{ stills: [], stats: { bytes: 0, requests: 0 }, codec: "mjpeg", piece: { lengthMs, layout } },
    });
  };
  const work = copyWorker({
    copies,
    files: {
      async put({ startMs }) {
        files.set(String(startMs), (files.get(String(startMs)) ?? 0) + 1);
      },
    },
    sourceOf: async (streamUrl) => ({ url: streamUrl, rules: { allowedOrigins: [] } }),
    extract,
    nowMs: () => now,
    report: (_, error) => errors.push(error),
  });
  const find = copyOf(table);
  const queue = queueOf(
    { kind: "copy", unfinishedIds: () => taskIds(table, "copy"), find, nowMs: () => now },
    work,
  );
  return {
    ...{ id, copies, files, errors },
    current: async (): Promise<Copy> => {
      const copy = await find(id);
      if (copy === undefined) throw new Error("There is no copy.");
      return copy;
    },
    waitMs: (ms: number) => {
      now += ms;
    },
    /** One call of the worker. */
    run: async (canContinue = () => true) => {
      const found = await queue.find(id);
      return found?.isFree ? await found.work(canContinue) : undefined;
    },
    starts: async () => (await copyPieces(table)(id)).map(({ startMs }) => startMs),
  };
}

async function newStream(): Promise<number> {
  const made = await videoStreamWriter(database.table).create(
    async () => ({
      ...{ source: 1, url, startMs: 0, endMs: lengthMs },
      ...{ size: undefined, mediaType: undefined, live: undefined },
    }),
    undefined,
  );
  if (made === "source-deleted") throw new Error(made);
  return made.id;
}

const copyOfStream = (id: number) => newCopy({ id, maker: 1, url, codec: "mjpeg", lengthMs }, atMs);

test("a copy is made in pieces of a minute", async () => {
  const { id, run, current, starts, files } = await queued();
  expect(copyState(await current(), url)).toBe("waiting");
  await run();
  expect(await starts()).toEqual([0, 60_000, 120_000]);
  expect([...files.values()]).toEqual([1, 1, 1]);
  expect(await current()).toMatchObject({ status: "done", doneMs: 180_000, failures: 0 });
  expect(copyState(await current(), url)).toBe("there");
  expect(copyState(await current(), "https://video.example/other.avi")).toBe("none");
  expect(await pendingTask(database.table, "copy", id)).toBeUndefined();
  expect(await pendingTask(database.table, "unused-copy", id)).toMatchObject({
    dueMs: unusedAtMs({ createdMs: atMs, playedMs: undefined }),
  });
});

test("a worker that has no more time leaves the rest to the next one", async () => {
  let steps = 0;
  const { run, current, starts, files } = await queued();
  await run(() => {
    steps += 1;
    return steps <= 2;
  });
  expect(await starts()).toEqual([0, 60_000]);
  expect(copyState(await current(), url)).toBe("making");
  const { leaseUntilMs, failures } = await current();
  expect([leaseUntilMs, failures]).toEqual([undefined, 0]);
  await run();
  expect(await starts()).toEqual([0, 60_000, 120_000]);
  expect([...files.values()]).toEqual([1, 1, 1]);
});

test("the piece of a worker that was killed is made again, once its lease has ended", async () => {
  let killed = 0;
  const { run, waitMs, current, starts, files } = await queued((fromMs) => {
    if (fromMs !== 60_000 || killed === 3) return undefined;
    killed += 1;
    // The worker does nothing more.
    return new Promise(() => {});
  });
  for (let workers = 1; workers <= 3; workers += 1) {
    void run();
    await expect.poll(() => killed).toBe(workers);
    // Another worker has the copy.
    expect(await run()).toBeUndefined();
    waitMs(121_000);
  }
  await run();
  expect(await starts()).toEqual([0, 60_000, 120_000]);
  expect([...files.values()]).toEqual([1, 1, 1]);
  expect(await current()).toMatchObject({ status: "done", failures: 0 });
});

test("a piece that fails five times in a row ends the copy, and asking again continues it", async () => {
  let isBroken = true;
  const { id, run, current, copies, starts, errors } = await queued((fromMs) => {
    if (fromMs > 0 && isBroken) throw new ExtractionError("unreachable", "no answer");
  });
  for (let calls = 0; calls < 4; calls += 1) await run();
  expect(await current()).toMatchObject({ status: "running", failures: 4, doneMs: 60_000 });
  await run();
  expect(copyState(await current(), url)).toBe("failed");
  expect(errors).toHaveLength(5);
  expect(await pendingTask(database.table, "copy", id)).toBeUndefined();
  isBroken = false;
  const failed = await current();
  expect(await copies.queue(failed, retriedCopy(failed, atMs), 10_000)).toBe("queued");
  await run();
  expect(await starts()).toEqual([0, 60_000, 120_000]);
  expect(copyState(await current(), url)).toBe("there");
});

test("a copy of a file that cannot be read fails at once", async () => {
  const { run, current, errors } = await queued(() => {
    throw new ExtractionError("unreadable", "no video");
  });
  await run();
  expect(await current()).toMatchObject({ status: "failed", problem: "unreadable" });
  expect(errors).toHaveLength(1);
});

test("a copy that is removed meanwhile gets no further piece", async () => {
  const removed: number[] = [];
  const each = await queued(async (fromMs) => {
    if (fromMs !== 60_000) return;
    const discard = discardCopy({
      copies: each.copies,
      files: { remove: async (id) => void removed.push(id) },
      nowMs: () => atMs,
    });
    expect(await discard(await each.current())).toBe("removed");
  });
  await each.run();
  expect(removed).toEqual([each.id]);
  expect(await each.starts()).toEqual([]);
  expect(await copyOf(database.table)(each.id)).toBeUndefined();
  expect(await pendingTask(database.table, "copy", each.id)).toBeUndefined();
});

test("copies take their minutes from the quota of a day, and a longer video is refused", async () => {
  const { table } = database;
  const copies = copyWriter(table);
  const day = atMs + 10 * 24 * 3_600_000;
  const of = async () => newCopy({ id: await newStream(), maker: 1, url, codec: "mjpeg", lengthMs }, day);
  expect(await copies.queue(undefined, await of(), 2)).toBe("quota-reached");
  expect(await copies.queue(undefined, await of(), 6)).toBe("queued");
  expect(await copies.queue(undefined, await of(), 6)).toBe("queued");
  expect(await copies.queue(undefined, await of(), 6)).toBe("quota-reached");
  expect(await copies.queue(undefined, await of(), 0)).toBe("quota-reached");
});
