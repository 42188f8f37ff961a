import { expect, test } from "vitest";
import {
  checkInStream,
  isShortened,
  type VideoStream,
} from "../../../../shared/domain/stream/video-stream.ts";

function stream(over: Partial<VideoStream> & { endedBy?: "site" | "cleanup" } = {}) {
  const { endedBy, ...rest } = over;
  const live = { aliveMs: undefined, endedBy };
  return {
    id: 1,
    source: 1,
    url: "https://a",
    startMs: 1000,
    endMs: undefined,
    size: undefined,
    mediaType: undefined,
    live,
    version: 1,
    ...rest,
  };
}

test.each<[string, VideoStream, VideoStream, boolean]>([
  ["a live stream's end", stream(), stream({ endMs: 9000, endedBy: "site" }), true],
  ["an earlier end", stream({ endMs: 9000 }), stream({ endMs: 8999 }), true],
  ["a later start", stream({ endMs: 9000 }), stream({ endMs: 9000, startMs: 1001 }), true],
  ["a later end", stream({ endMs: 9000 }), stream({ endMs: 9001 }), false],
  [
    "a start and an end that move together",
    stream({ endMs: 9000 }),
    stream({ endMs: 9500, startMs: 1500 }),
    false,
  ],
  ["a live stream's later start", stream(), stream({ startMs: 1001 }), false],
])("isShortened() returns $3 for %s", (_, before, after, is) => {
  expect(isShortened(before, after)).toBe(is);
});

test.each([
  ["within the stream is accepted", stream({ endMs: 1100, endedBy: "site" }), 100, true],
  ["after the stream's end is rejected", stream({ endMs: 1100, endedBy: "site" }), 101, false],
  [
    "after the end of a stream that was never live is rejected",
    { ...stream({ endMs: 1100 }), live: undefined },
    101,
    false,
  ],
  ["at any offset of a live stream is accepted", stream(), 10 ** 9, true],
  ["after an end that the clean-up set is accepted", stream({ endMs: 1100, endedBy: "cleanup" }), 101, true],
])("a time %s", (_, found, offsetMs, isRight) => {
  const check = () => checkInStream(found, offsetMs, "/end");
  if (isRight) expect(check).not.toThrow();
  else expect(check).toThrow("00:00:00.100 long");
});
