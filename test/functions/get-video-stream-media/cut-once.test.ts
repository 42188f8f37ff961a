import { afterAll, beforeAll, expect, test } from "vitest";
import { cutOnce } from "../../../functions/get-video-stream-media/cut-once.ts";
import type { Media } from "../../../shared/domain/media.ts";
import type { VideoStream } from "../../../shared/domain/video-stream.ts";
import { mediaObjects } from "../../../shared/media/objects.ts";
import { BUCKET, startS3UnderTest } from "../../local/s3/s3-under-test.ts";

let s3: Awaited<ReturnType<typeof startS3UnderTest>>;
beforeAll(async () => {
  s3 = await startS3UnderTest();
});
afterAll(() => s3.stop());

const stream: VideoStream = {
  ...{ id: 1, source: 1, url: "https://video.example/a.mp4", startMs: 0, endMs: 9000 },
  ...{ live: undefined, version: 1 },
};
const before: Media = {
  ...{ id: 7, type: "image/jpeg", sizeBytes: 1, stream: 1, range: undefined },
  ...{ cut: "a moment", sha256: undefined, createdMs: 0 },
};

/** The look for a moment that was cut before, by a client with these rights or for another bucket. */
function lookUp(actions: readonly string[], bucket = BUCKET) {
  const client = s3.clientWith([{ effect: "Allow", actions, resources: ["*"] }], { maxAttempts: 1 });
  const removed: number[] = [];
  const unwanted = () => Promise.reject(new Error("nothing may be cut"));
  const find = cutOnce({
    findCut: async () => before,
    media: { reserve: unwanted, recordCut: unwanted, settled: unwanted },
    remove: async ({ id }) => removed.push(id),
    objects: mediaObjects(client, bucket),
    extract: unwanted,
    nowMs: () => 0,
  });
  return { removed, found: find(stream, { kind: "still", atMs: 0 }) };
}

test.each([
  ["a right that was lost", ["s3:GetObject"], BUCKET, "AccessDenied"],
  ["a bucket that is not there", ["s3:*"], "no-such-bucket", "NoSuchBucket"],
])("%s is an error, and costs no record", async (_, actions, bucket, name) => {
  const { found, removed } = lookUp(actions, bucket);
  await expect(found).rejects.toMatchObject({ name });
  expect(removed).toEqual([]);
});

test("a file that is gone takes its record along, and the moment is cut anew", async () => {
  const { found, removed } = lookUp(["s3:ListBucket"]);
  await expect(found).rejects.toThrow("nothing may be cut");
  expect(removed).toEqual([before.id]);
});
