import { beforeEach, expect, test } from "vitest";
import { type Copy, newCopy } from "../../../../shared/domain/copy/copy.ts";
import { ended } from "../../../../shared/domain/job/job.ts";
import type { VideoStream } from "../../../../shared/domain/stream/video-stream.ts";
import { copyOf } from "../../../../shared/store/copy/reader.ts";
import { copyWriter } from "../../../../shared/store/copy/writer.ts";
import { videoStreamById } from "../../../../shared/store/stream/reader.ts";
import { videoStreamWriter } from "../../../../shared/store/stream/writer.ts";
import type { Table } from "../../../../shared/table/table.ts";
import { pendingTask } from "../../../../shared/table/tasks.ts";
import { runCleanUp } from "../../../support/clean-up/run-clean-up.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";

const database = useTable();
const dayMs = 24 * 3_600_000;
const madeMs = Date.now();
const url = "https://video.example/old.avi";
let table: Table;
let removed: number[];
beforeEach(async () => {
  table = await database.fresh();
  removed = [];
});

/** A stream with a complete copy. */
async function copied(mediaType?: string): Promise<VideoStream> {
  const fields = { source: 1, url, startMs: 0, endMs: 1000, size: undefined, mediaType, live: undefined };
  const made = await videoStreamWriter(table).create(async () => fields, undefined);
  if (made === "source-deleted") throw new Error(made);
  const copies = copyWriter(table);
  const copy = newCopy({ id: made.id, maker: 1, url, codec: "mjpeg", lengthMs: 1000 }, madeMs);
  expect(await copies.queue(undefined, copy, 100)).toBe("queued");
  await copies.save(copy, ended({ ...copy, doneMs: 60_000 }, "done", madeMs));
  const stream = await videoStreamById(table)(made.id);
  if (stream === undefined) throw new Error("The stream is missing.");
  return stream;
}

async function change(stream: number, to: (copy: Copy) => Copy): Promise<void> {
  const copy = await copyOf(table)(stream);
  if (copy) await copyWriter(table).save(copy, to(copy));
}

/** Runs the clean-up some days after the copy was made. */
async function cleanUp(days: number): Promise<void> {
  const objects = {
    exists: async () => true,
    delete: async () => {},
    put: async () => {},
    read: async () => undefined,
  };
  const copied = { remove: async (id: number) => void removed.push(id) };
  const { failures } = await runCleanUp(table, objects, { nowMs: () => madeMs + days * dayMs, copied });
  expect(failures).toEqual([]);
}

const exists = async ({ id }: VideoStream) => (await copyOf(table)(id)) !== undefined;
const taskOf = ({ id }: VideoStream) => pendingTask(table, "unused-copy", id);

test("a copy that nobody plays for 90 days is removed, and its files once more a run later", async () => {
  const stream = await copied();
  await cleanUp(89);
  expect([await exists(stream), removed]).toEqual([true, []]);
  await cleanUp(91);
  expect([await exists(stream), removed]).toEqual([false, [stream.id]]);
  await cleanUp(91);
  expect([await taskOf(stream), removed]).toEqual([undefined, [stream.id, stream.id]]);
});

test("a copy that was played stays for 90 days more", async () => {
  const stream = await copied();
  await change(stream.id, (copy) => ({ ...copy, playedMs: madeMs + 50 * dayMs }));
  await cleanUp(91);
  expect([await exists(stream), (await taskOf(stream))?.dueMs]).toEqual([true, madeMs + 140 * dayMs]);
  await cleanUp(141);
  expect(await exists(stream)).toBe(false);
});

test("the copy of an AVI stays as long as its stream", async () => {
  const stream = await copied("video/x-msvideo");
  await cleanUp(91);
  await cleanUp(500);
  expect(await exists(stream)).toBe(true);
  expect(await videoStreamWriter(table).delete(stream)).toBe("deleted");
  await cleanUp(1);
  expect([await exists(stream), removed]).toEqual([false, [stream.id]]);
});

test("the copy of a video that its stream no longer has is removed", async () => {
  const stream = await copied();
  const other = { ...stream, url: "https://video.example/new.mp4" };
  expect(await videoStreamWriter(table).update(stream, other)).toBe("updated");
  await cleanUp(0);
  expect([await exists(stream), removed]).toEqual([false, [stream.id]]);
});
