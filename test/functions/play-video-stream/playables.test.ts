import { PutObjectCommand } from "@aws-sdk/client-s3";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { playables } from "../../../functions/play-video-stream/playables.ts";
import { EVERYTHING } from "../../../local/aws/principals.ts";
import { videoSources } from "../../../shared/media/fetch/video-source.ts";
import { BUCKET, type S3UnderTest, startS3UnderTest } from "../../local/s3/s3-under-test.ts";

let s3: S3UnderTest;
beforeAll(async () => {
  s3 = await startS3UnderTest();
  await put("video/7", "0123456789");
  await put("night 1/segment 1.ts", "first");
  await put("night 1/#2?.ts", "second");
});
afterAll(() => s3.stop());

const put = (Key: string, Body: string) =>
  s3.client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body }));
const nowMs = () => Date.parse("2026-03-01T06:00:00Z");
const settings = { ownBucket: "own", buckets: [BUCKET], hosts: ["video.example"], origins: ["http://x:1"] };
const ofOwnBucket = { ...settings, ownBucket: BUCKET };
const play = (url: string, by: Omit<typeof settings, "hosts"> & { hosts: string[] | undefined } = settings) =>
  playables(s3.client, by, Date.now)(url);

/** Plays a playlist with these lines. Its default folder is `night 1`. */
async function playLines(lines: readonly string[], key = "night 1/index.m3u8") {
  await put(key, ["#EXTM3U", ...lines].join("\n"));
  const playable = await play(`s3://${BUCKET}/${encodeURI(key)}`);
  return playable.kind === "hls" ? playable.playlist.split("\n") : [];
}
const textAt = async (url = "") => (await fetch(url)).text();

describe("an object of the service's own bucket", () => {
  const own = `s3://${BUCKET}`;
  const refused = [
    [`${own}/exports/1.zip`, "an export"],
    [`${own}/imports/1`, "an import"],
    [`${own}/media/7`, "a media file"],
    [`${own}/video/`, "an empty id"],
    [`${own}/video/0`, "an id of 0"],
    [`${own}/video/07`, "an id with a leading zero"],
    [`${own}/video/7/`, "a folder"],
    [`${own}/video/7.m3u8`, "a playlist"],
    [`${own}/video/7%0a`, "a line break after the id"],
    [`${own}//video/7`, "an empty folder before it"],
    [`${own}/video/../media/7`, "a way out of the folder"],
    [`${own}/video/%2e%2e/media/7`, "an escaped way out of the folder"],
    [`${own}/video/%2e%2e%2fmedia/7`, "a way out of the folder with an escaped slash"],
    [`${own}/video/%ff`, "broken escapes"],
    [own, "the bucket itself"],
  ] as const;

  // This holds even if the operator names the bucket in VideoBuckets.
  test.each(refused)("is neither played nor cut: %s (%s)", async (url) => {
    await expect(play(url, ofOwnBucket)).rejects.toMatchObject({ reason: "refused" });
    await expect(videoSources(s3.client, ofOwnBucket)(url)).rejects.toMatchObject({ reason: "refused" });
  });

  test.each([`${own}/video/7`, `${own}/video%2F7?x#y`])("is played if it is an upload: %s", async (url) => {
    const { url: signed } = { url: "", ...(await play(url, ofOwnBucket)) };
    expect(new URL(signed).pathname).toBe(`/${BUCKET}/video/7`);
    expect(await textAt(signed)).toBe("0123456789");
    expect(await textAt((await videoSources(s3.client, ofOwnBucket)(url)).url)).toBe("0123456789");
  });
});

test.each(["s3://other/1.mp4", "s3://own.example/video/7", "s3://OWN/video/7", "s3:video/7"])(
  "an object of a bucket that the deployment does not name is not signed: %s",
  async (url) => {
    await expect(play(url)).rejects.toMatchObject({ reason: "refused" });
  },
);

test("a signed URL supports byte ranges and is valid for 60 minutes, or until the session that signed it ends", async () => {
  const credentials = s3.principals.issue("tester", EVERYTHING);
  const expiring = (at: string) =>
    s3.clientWith([], { credentials: { ...credentials, expiration: new Date(at) } });
  const url = `s3://${BUCKET}/video/7`;
  for (const [sessionEnd, end] of [
    ["2026-03-01T09:00:00Z", "2026-03-01T07:00:00.000Z"],
    ["2026-03-01T06:20:00Z", "2026-03-01T06:20:00.000Z"],
  ] as const) {
    const playable = await playables(expiring(sessionEnd), settings, nowMs)(url);
    expect(playable).toMatchObject({ kind: "file", expires_at: end, readable: true });
    expect(new URL("url" in playable ? playable.url : "").searchParams.get("X-Amz-Expires")).toBe("3600");
  }
  const { url: signed } = { url: "", ...(await play(url)) };
  const part = await fetch(signed, { headers: { Range: "bytes=2-4" } });
  expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([
    206,
    "bytes 2-4/10",
    "234",
  ]);
});

test.each([
  ["https://video.example/1.mp4", true],
  ["https://VIDEO.example:443/1.mp4?token=1", true],
  ["https://other.example/list.m3u8", false],
  ["http://x:1/1.mp4", true],
])("another URL is returned unchanged: %s (readable: %s)", async (url, readable) => {
  expect(await play(url)).toEqual({ kind: "external", url, expires_at: null, readable });
  const anyHost = { ...settings, hosts: undefined, origins: [] };
  expect(await play(url, anyHost)).toMatchObject({ readable: false });
});

describe("an HLS playlist", () => {
  const media = [
    "#EXT-X-TARGETDURATION:6",
    '#EXT-X-MAP:URI="segment%201.ts",BYTERANGE="5@0"',
    "#EXT-X-KEY:METHOD=NONE",
    '#EXT-X-DATERANGE:ID="ad",X-ASSET-URI="https://elsewhere.example/"',
    "# a comment",
    "#EXTINF:6,",
    "segment 1.ts",
    "",
    "#EXTINF:6,",
    "../night%201/%232%3F.ts\r",
    "#EXT-X-ENDLIST",
  ];

  test("gets a signed URL for each file that it names, and keeps the lines that a player needs", async () => {
    const lines = await playLines(media);
    const [map = "", first, second] = lines.flatMap((line) => /http:[^"]*/.exec(line) ?? []);
    expect(lines.map((line) => line.replace(/http:[^"]*/, "…"))).toEqual([
      "#EXTM3U",
      "#EXT-X-TARGETDURATION:6",
      '#EXT-X-MAP:URI="…",BYTERANGE="5@0"',
      "#EXT-X-KEY:METHOD=NONE",
      "#EXTINF:6,",
      "…",
      "#EXTINF:6,",
      "…",
      "#EXT-X-ENDLIST",
      "",
    ]);
    expect(await Promise.all([map, first, second].map(textAt))).toEqual(["first", "first", "second"]);
    expect(first).toBe(map);
  });

  test("with several variants is replaced by the playlist of the best variant", async () => {
    await put("night 1/best/v.m3u8", ["#EXTM3U", "#EXTINF:1,", "../segment%201.ts"].join("\n"));
    const lines = await playLines([
      "#EXT-X-STREAM-INF:BANDWIDTH=100",
      "low.m3u8",
      "#EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=1,BANDWIDTH=2000",
      "best/v.m3u8",
      "#EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=9999,BANDWIDTH=90",
      "low.m3u8",
    ]);
    expect(await textAt(lines[2])).toBe("first");
  });

  test("may have 2,000 segments, but not 2,001", async () => {
    const segments = (count: number) => Array.from({ length: count }, (_, i) => `${i}.ts`);
    expect((await playLines(segments(2000))).length).toBe(2002);
    await expect(playLines(segments(2001))).rejects.toMatchObject({ code: "too-large" });
    await expect(playLines(["x".repeat(2 ** 21)])).rejects.toMatchObject({ code: "too-large" });
  });

  test("whose response would be too large for Lambda is refused", async () => {
    const names = Array.from({ length: 2000 }, (_, i) => `${i}${"é".repeat(490)}`);
    await expect(playLines(names)).rejects.toMatchObject({ code: "too-large" });
  });

  test.each([
    ["with a segment on another server", ["https://elsewhere.example/1.ts"], "refused"],
    ["with a segment on another server, without a scheme,", ["//elsewhere.example/1.ts"], "refused"],
    ["with a segment in another bucket", ["s3://own/video/7"], "refused"],
    ["with a segment in a data URL", ["data:,x"], "refused"],
    [
      "with a key on another server",
      ['#EXT-X-KEY:METHOD=AES-128,URI="https://elsewhere.example/key"', "1.ts"],
      "refused",
    ],
    [
      "with two URIs in one tag",
      ['#EXT-X-MAP:URI="1",URI="https://elsewhere.example"', "1.ts"],
      "unreadable",
    ],
    ["with a URI without quotes", ["#EXT-X-MAP:URI=https://elsewhere.example", "1.ts"], "unreadable"],
    ["with variables", ['#EXT-X-DEFINE:NAME="a",VALUE="b"', "{$a}.ts"], "unreadable"],
    ["without segments", ["#EXT-X-ENDLIST"], "unreadable"],
    ["with a missing variant", ["#EXT-X-STREAM-INF:BANDWIDTH=1", "none.m3u8"], "bad-answer"],
    ["with itself as a variant", ["#EXT-X-STREAM-INF:BANDWIDTH=1", "index.m3u8"], "unreadable"],
  ])("%s is refused", async (_, lines, reason) => {
    await expect(playLines(lines)).rejects.toMatchObject({ reason });
  });

  test("is refused if its file is missing or has other content", async () => {
    await put("text.m3u", "no playlist");
    await expect(play(`s3://${BUCKET}/text.m3u`)).rejects.toMatchObject({ reason: "unreadable" });
    await expect(play(`s3://${BUCKET}/missing.M3U8`)).rejects.toMatchObject({ reason: "bad-answer" });
  });

  test("is never returned with an unsigned URL, whatever its lines contain", async () => {
    const uri = fc.constantFrom(
      "1.ts",
      "a/2.ts",
      "https://evil.example/1",
      "s3://own/video/7",
      "//evil.example",
      "",
    );
    const attribute = fc
      .tuple(fc.constantFrom("URI", "X", "IV", "A-URI"), uri)
      .map(([k, v]) => `${k}="${v}"`);
    const tag = fc
      .tuple(
        fc.constantFrom("MAP", "KEY", "SESSION-KEY", "MEDIA", "PART", "PRELOAD-HINT", "RENDITION-REPORT"),
        fc.array(attribute, { maxLength: 3 }),
        fc.constantFrom("", '"', ",", " "),
      )
      .map(([name, attributes, end]) => `#EXT-X-${name}:${attributes.join(",")}${end}`);
    const line = fc.oneof(
      uri,
      tag,
      fc.constantFrom("#EXTINF:1,", "#EXT-X-ENDLIST", "# https://evil.example"),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 6 }), async (lines) => {
        const signed = await playLines(["1.ts", ...lines]).catch(() => []);
        for (const each of signed) {
          const addresses = [...each.matchAll(/URI="([^"]*)"/g)].map(([, address]) => address);
          if (!each.startsWith("#") && each !== "") addresses.push(each);
          for (const address of addresses)
            expect(address).toMatch(new RegExp(`^${s3.origin}/${BUCKET}/.*Signature=`));
        }
      }),
      { numRuns: 200 },
    );
  });
});
