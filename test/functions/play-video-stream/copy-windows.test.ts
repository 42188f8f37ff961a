import { afterAll, beforeAll, expect, test } from "vitest";
import type { CopyRange } from "../../../functions/play-video-stream/playable-copies.ts";
import { playableCopies } from "../../../functions/play-video-stream/playable-copies.ts";
import { EVERYTHING } from "../../../local/aws/principals.ts";
import { type Copy, newCopy } from "../../../shared/domain/copy/copy.ts";
import { copyPieces } from "../../../shared/store/copy/reader.ts";
import { copyWriter } from "../../../shared/store/copy/writer.ts";
import { copyFiles } from "../../../shared/transfer/copies/files.ts";
import { BUCKET, type S3UnderTest, startS3UnderTest } from "../../local/s3/s3-under-test.ts";
import { useTable } from "../../support/dynamo/use-table.ts";
import { plainStream } from "../../support/plain-records.ts";

const database = useTable();
let s3: S3UnderTest;
beforeAll(async () => {
  s3 = await startS3UnderTest();
});
afterAll(() => s3.stop());

const stream = {
  ...{ id: 7, source: 1, url: "https://video.example/a.avi", startMs: 0, endMs: 300_000 },
  ...{ ...plainStream, version: 1 },
};

/** Five pieces of a minute, of a copy of five minutes. The playlists have two at most. */
async function playlists(status: Copy["status"]) {
  const table = await database.fresh();
  const copies = copyWriter(table);
  let copy = newCopy({ id: 7, maker: 1, url: stream.url, codec: "mjpeg", lengthMs: 300_000 }, 0);
  expect(await copies.queue(undefined, copy, 10)).toBe("queued");
  for (let minute = 0; minute < 5; minute += 1) {
    const startMs = minute * 60_000;
    const made = {
      ...{ stream: 7, startMs, endMs: startMs + 60_000, bytes: 1000, sha256: String(minute).repeat(64) },
      ...{ headBytes: 100, segments: [{ bytes: 900, startMs }] },
    };
    const saved = await copies.save(copy, { ...copy, made, doneMs: made.endMs, status: "running" });
    if (saved === "changed-meanwhile") throw new Error(saved);
    copy = { ...saved, made: undefined };
  }
  const client = s3.clientWith(EVERYTHING);
  const files = copyFiles(client, BUCKET);
  const play = playableCopies({ client, pieces: copyPieces(table), files, copies, nowMs: () => 0, most: 2 });
  return async (range: CopyRange) => {
    const body = await play(stream, { ...copy, status }, range);
    if (body.kind !== "hls") throw new Error("This is no playlist.");
    const starts = [...body.playlist.matchAll(/PROGRAM-DATE-TIME:1970-01-01T00:0(\d):00/g)].map(([, at]) =>
      Number(at),
    );
    return { starts, next: body.next, isWhole: body.playlist.includes("ENDLIST") };
  };
}

test("a copy that is too long for one playlist goes on in the next, and each piece is listed once", async () => {
  const play = await playlists("done");
  const all: number[] = [];
  let from: number | undefined;
  for (;;) {
    const { starts, next, isWhole } = await play({ startMs: from, endMs: undefined });
    expect(isWhole).toBe(true);
    all.push(...starts);
    if (next === undefined) break;
    const [, minutes = ""] = /^00:(\d\d):00\.000$/.exec(next) ?? [];
    from = Number(minutes) * 60_000;
  }
  expect(all).toEqual([0, 1, 2, 3, 4]);
});

test("a part of a copy has the pieces of its time, and is whole once they are made", async () => {
  const play = await playlists("running");
  expect(await play({ startMs: 90_000, endMs: 150_000 })).toEqual({
    starts: [1, 2],
    next: undefined,
    isWhole: true,
  });
  expect(await play({ startMs: 250_000, endMs: undefined })).toMatchObject({ starts: [4], isWhole: false });
  expect(await play({ startMs: 900_000, endMs: undefined })).toMatchObject({ starts: [4], isWhole: false });
});
