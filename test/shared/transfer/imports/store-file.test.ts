import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { HeadObjectCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EVERYTHING } from "../../../../local/aws/principals.ts";
import { videoKey } from "../../../../shared/media/files/video-key.ts";
import { fileStore } from "../../../../shared/transfer/imports/store-file.ts";
import { BUCKET, type S3UnderTest, startS3UnderTest } from "../../../local/s3/s3-under-test.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";
import { withBillionSamples } from "../../../support/video/hostile-files.ts";
import { writeVideo } from "../../../support/video/write-video.ts";

const database = useTable();
let s3: S3UnderTest;
beforeAll(async () => {
  s3 = await startS3UnderTest();
});
const folder = mkdtempSync(path.join(tmpdir(), "package-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
  return s3.stop();
});

const saved = { ContentType: "application/octet-stream", ContentDisposition: "attachment" };
const small = Buffer.from("<svg/>");

test.each<[string | undefined, Buffer, object]>([
  ["image/jpeg", small, { ContentType: "image/jpeg", ContentDisposition: undefined }],
  ["video/mp4", small, { ContentType: "video/mp4", ContentDisposition: undefined }],
  ["image/svg+xml", small, saved],
  ["image/svg+xml", Buffer.alloc(17 * 2 ** 20), saved],
  ["video/x-mpegurl", small, saved],
  ["text/html", small, saved],
  [undefined, small, saved],
])(
  "a package's file of type %s has its own type only if uploads may have it, or else is saved by browsers",
  async (type, bytes, headers) => {
    const client = s3.clientWith(EVERYTHING);
    const store = fileStore(client, BUCKET, database.table, Date.now);
    async function* open() {
      yield bytes;
    }
    const stored = await store(open, "file", type);
    if (stored === undefined) throw new Error("not stored");
    const { ContentType, ContentDisposition } = await client.send(
      new HeadObjectCommand({ Bucket: BUCKET, Key: videoKey(stored.upload) }),
    );
    expect({ ContentType, ContentDisposition }).toEqual(headers);
  },
);

test("a package's video is not stored if its index counts four billion samples", async () => {
  const store = fileStore(s3.clientWith(EVERYTHING), BUCKET, database.table, Date.now);
  const video = await writtenVideo();
  const stored = (bytes: Buffer) =>
    store(
      async function* () {
        yield bytes;
      },
      "video.mp4",
      "video/mp4",
    );
  expect(await stored(video)).toMatchObject({ url: expect.stringMatching(/^s3:/) });
  expect(await stored(withBillionSamples(video, "stts"))).toBeUndefined();
});

async function writtenVideo(): Promise<Buffer> {
  const file = path.join(folder, "video.mp4");
  const timesMs = Array.from({ length: 25 }, (_, number) => number * 40);
  await writeVideo(file, { codec: "h264", timesMs, bFrames: 0, format: "mp4" });
  return readFileSync(file);
}
