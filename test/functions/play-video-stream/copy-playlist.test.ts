import { expect, test } from "vitest";
import { copyPlaylist } from "../../../functions/play-video-stream/copy-playlist.ts";

const startMs = Date.parse("2026-03-01T04:00:00Z");
const pieceOf = (number: number) => ({
  stream: 7,
  startMs: number * 60_000,
  endMs: (number + 1) * 60_000,
  bytes: 1000,
  sha256: "0".repeat(64),
  headBytes: 100,
  segments: Array.from({ length: 15 }, (_, i) => ({ bytes: 60, startMs: number * 60_000 + i * 4000 })),
  url: `https://bucket/copies/7/${number}`,
});

test("a playlist lists the segments of each piece after its head, with their dates", () => {
  const [first, second] = [pieceOf(0), pieceOf(1)];
  const short = { ...second, endMs: 61_500, segments: [{ bytes: 900, startMs: 60_000 }] };
  const lines = copyPlaylist([first, short], startMs, true).split("\n");
  expect(lines.slice(0, 9)).toEqual([
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    "#EXT-X-TARGETDURATION:4",
    "#EXT-X-PLAYLIST-TYPE:VOD",
    '#EXT-X-MAP:URI="https://bucket/copies/7/0",BYTERANGE="100@0"',
    "#EXT-X-PROGRAM-DATE-TIME:2026-03-01T04:00:00.000Z",
    "#EXTINF:4.000,",
    "#EXT-X-BYTERANGE:60@100",
    "https://bucket/copies/7/0",
  ]);
  expect(lines.slice(-7)).toEqual([
    '#EXT-X-MAP:URI="https://bucket/copies/7/1",BYTERANGE="100@0"',
    "#EXT-X-PROGRAM-DATE-TIME:2026-03-01T04:01:00.000Z",
    "#EXTINF:1.500,",
    "#EXT-X-BYTERANGE:900@100",
    "https://bucket/copies/7/1",
    "#EXT-X-ENDLIST",
    "",
  ]);
});

test("the playlist of a copy that is being made may grow", () => {
  const text = copyPlaylist([pieceOf(0)], startMs, false);
  expect(text).toContain("#EXT-X-PLAYLIST-TYPE:EVENT");
  expect(text).not.toContain("ENDLIST");
});

test("a copy of many hours has one segment for each minute", () => {
  const pieces = Array.from({ length: 200 }, (_, number) => pieceOf(number));
  const text = copyPlaylist(pieces, startMs, true);
  expect(text.match(/#EXTINF:60\.000,/g)).toHaveLength(200);
  expect(text).toContain("#EXT-X-BYTERANGE:900@100");
});
