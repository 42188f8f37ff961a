import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { checkStreamUrl, NewStreamUrl } from "../../../../shared/domain/stream/url.ts";

const rules = { devOrigins: ["http://127.0.0.1:8812"], ownBucket: "own-videos", sitesNameBuckets: false };
const { pattern = "" } = z.toJSONSchema(NewStreamUrl);
const described = new RegExp(pattern, "u");

/** Returns true if both the schema and the rules for URLs accept a URL. */
function isAccepted(url: string): boolean {
  try {
    checkStreamUrl(z.parse(NewStreamUrl, url), rules, false);
    return true;
  } catch {
    return false;
  }
}

describe("the URL of a new stream", () => {
  test.each([
    "https://video.example/otter bend/1.mp4?token=a#t=1",
    "https://192.0.2.10:10443/live.m3u8",
    "https://old_bucket.s3.amazonaws.com/1.mp4",
    "https://xn--mller-kva.example",
    "s3://old_bucket/2026/1.mp4",
  ])("may be %s, as the description says", (url) => {
    expect(described.test(url)).toBe(true);
    expect(isAccepted(url)).toBe(true);
  });

  test.each([
    "https://0.0.A*",
    "https://müller.example/1.mp4",
    "https://[2001:db8::1]/1.mp4",
    "https://256.0.0.1/1.mp4",
    "https://video.example:65536/1.mp4",
    "HTTPS://video.example/1.mp4",
    "https://video.example/1.mp4\n",
    "s3://",
  ])("cannot be %j, as the description says", (url) => {
    expect(described.test(url)).toBe(false);
    expect(isAccepted(url)).toBe(false);
  });

  test("is accepted whenever it fits the description", () => {
    const urls = fc.stringMatching(described).filter((url) => !url.includes("xn--"));
    fc.assert(fc.property(urls, isAccepted));
  });

  test("may have an origin that the local stack allows, which is not in the description", () => {
    expect(isAccepted("http://127.0.0.1:8812/1.mp4")).toBe(true);
    expect(isAccepted("http://127.0.0.1:8813/1.mp4")).toBe(false);
  });

  test("has no user name or password, and the message says so", () => {
    expect(() => checkStreamUrl("https://ana:secret@video.example/1.mp4", rules, false)).toThrow(
      "`stream_url` must not contain a user name or a password.",
    );
  });
});
