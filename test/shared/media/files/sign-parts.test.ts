import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EVERYTHING } from "../../../../local/aws/principals.ts";
import { videoFiles } from "../../../../shared/media/files/video-files.ts";
import { BUCKET, type S3UnderTest, startS3UnderTest } from "../../../local/s3/s3-under-test.ts";

let s3: S3UnderTest;
beforeAll(async () => {
  s3 = await startS3UnderTest();
});
afterAll(() => s3.stop());

test.each([
  ["2026-03-01T09:00:00Z", "2026-03-01T07:00:00.000Z"],
  ["2026-03-01T06:20:00Z", "2026-03-01T06:20:00.000Z"],
])(
  "a URL for a part, signed with credentials that expire at %s, is valid until %s",
  async (sessionEnd, end) => {
    const credentials = s3.principals.issue("tester", EVERYTHING);
    const expiration = new Date(sessionEnd);
    const client = s3.clientWith([], { credentials: { ...credentials, expiration } });
    const files = videoFiles(client, BUCKET, () => Date.parse("2026-03-01T06:00:00Z"));
    const upload = { id: 7, multipartId: await files.begin(7, "video/mp4") };
    const part = { number: 1, bytes: 3, sha256: createHash("sha256").update("abc").digest("base64") };
    expect(await files.sign(upload, part)).toMatchObject({ number: 1, expires_at: end });
  },
);
