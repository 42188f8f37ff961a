import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cutOnce } from "../../../functions/get-video-stream-media/cut-once.ts";
import type { Media } from "../../../shared/domain/media/media.ts";
import type { VideoStream } from "../../../shared/domain/stream/video-stream.ts";
import type { Extracted } from "../../../shared/media/cut/extractor.ts";
import { mediaObjects } from "../../../shared/media/files/objects.ts";
import { removeMedia } from "../../../shared/media/files/remove-media.ts";
import type { OpenedFile } from "../../../shared/media/read/file-facts.ts";
import { keepFacts } from "../../../shared/media/read/keep-facts.ts";
import { timeIsUp, withTimeLeft } from "../../../shared/runtime/retry.ts";
import { mediaByCut } from "../../../shared/store/media/reader.ts";
import { mediaWriter } from "../../../shared/store/media/writer.ts";
import { videoStreamWriter } from "../../../shared/store/stream/writer.ts";
import type { Table } from "../../../shared/table/table.ts";
import { BUCKET, startS3UnderTest } from "../../local/s3/s3-under-test.ts";
import { storedMedia } from "../../support/clean-up/media-cases.ts";
import { runCleanUp } from "../../support/clean-up/run-clean-up.ts";
import { useTable } from "../../support/dynamo/use-table.ts";
import { plainStream } from "../../support/plain-records.ts";

let s3: Awaited<ReturnType<typeof startS3UnderTest>>;
const database = useTable();
const file = path.join(tmpdir(), `cut-${crypto.randomUUID()}`);
beforeAll(async () => {
  s3 = await startS3UnderTest();
  await writeFile(file, "a cut");
});
afterAll(async () => {
  await rm(file);
  await s3.stop();
});

const stream: VideoStream = {
  ...{ id: 1, source: 1, url: "https://video.example/a.mp4", startMs: 0, endMs: 9000 },
  ...{ ...plainStream, version: 1 },
};
const size = { width: 1920, height: 1080 };
const before: Media = {
  ...{ id: 7, type: "image/jpeg", sizeBytes: 1, stream: 1, range: undefined },
  ...{ cut: "a moment", sha256: undefined, createdMs: 0 },
};

/** Looks for an earlier cut of a moment, with the given permissions and bucket. */
function lookUp(actions: readonly string[], bucket = BUCKET) {
  const client = s3.clientWith([{ effect: "Allow", actions, resources: ["*"] }], { maxAttempts: 1 });
  const removed: number[] = [];
  const unexpected = () => Promise.reject(new Error("cutting was not expected"));
  const find = cutOnce({
    findCut: async () => before,
    media: { reserve: unexpected, recordCut: unexpected, completeTask: unexpected },
    remove: async ({ id }) => removed.push(id),
    objects: mediaObjects(client, bucket),
    extract: unexpected,
    keepFacts: unexpected,
    nowMs: () => 0,
  });
  return { removed, found: find(stream, { kind: "still", atMs: 0 }) };
}

test.each([
  ["permission", ["s3:GetObject"], BUCKET, "AccessDenied"],
  ["bucket", ["s3:*"], "no-such-bucket", "NoSuchBucket"],
])("a lookup fails without removing a record if the %s is missing", async (_, actions, bucket, name) => {
  const { found, removed } = lookUp(actions, bucket);
  await expect(found).rejects.toMatchObject({ name });
  expect(removed).toEqual([]);
});

test("a lookup removes the record of a missing file and cuts the moment again", async () => {
  const { found, removed } = lookUp(["s3:ListBucket"]);
  await expect(found).rejects.toThrow("cutting was not expected");
  expect(removed).toEqual([before.id]);
});

/** Cuts the same moment each time, on real stores. `meanwhile` runs after the file is stored and before its record is. */
function cutter(table: Table, meanwhile: () => Promise<unknown>) {
  const media = mediaWriter(table);
  const objects = mediaObjects(s3.client, BUCKET);
  const remove = removeMedia({ media, objects });
  const deps = {
    ...{ findCut: mediaByCut(table), media, remove, objects, nowMs: Date.now },
    keepFacts: keepFacts(videoStreamWriter(table)),
    async extract<T>(
      _stream: VideoStream,
      _moment: unknown,
      use: (cut: Pick<Extracted, "file" | "sizeBytes">, opened: OpenedFile) => Promise<T>,
    ) {
      const used = await use({ file, sizeBytes: 12 }, { size, mediaType: "video/mp4", codec: "avc" });
      await meanwhile();
      return used;
    },
  };
  return { deps, remove, cut: () => cutOnce(deps)(stream, { kind: "still", atMs: 0 }) };
}

test("the second of two concurrent cuts returns 503 and leaves no file if the record of the first is deleted", async () => {
  const table = await database.fresh();
  const winner = cutter(table, async () => {});
  let won: Media | undefined;
  const { deps } = cutter(table, async () => {
    won = await winner.cut();
  });
  const completeTask = async (id: number) => {
    await deps.media.completeTask(id);
    if (won !== undefined) await winner.remove(won);
  };
  const loser = cutOnce({ ...deps, media: { ...deps.media, completeTask } });
  await expect(loser(stream, { kind: "still", atMs: 0 })).rejects.toMatchObject({ code: "unavailable" });
  expect(await storedMedia(table, s3.client, BUCKET)).toEqual({ records: [], files: [], tasks: [] });
});

test("a cut whose request has no time left is not recorded, and the clean-up removes its file", async () => {
  const table = await database.fresh();
  const { cut, deps } = cutter(table, async () => {
    while (!timeIsUp()) await sleep(1);
  });
  await expect(withTimeLeft(1010, cut)).rejects.toMatchObject({ code: "unavailable" });
  expect(await storedMedia(table, s3.client, BUCKET)).toEqual({
    records: [],
    files: [1],
    tasks: ["media 1"],
  });
  await runCleanUp(table, deps.objects, { nowMs: () => Date.now() + 2 * 3_600_000 });
  expect(await storedMedia(table, s3.client, BUCKET)).toEqual({ records: [], files: [], tasks: [] });
});
