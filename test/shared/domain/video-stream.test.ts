import { expect, test } from "vitest";
import {
  checkInStream,
  endAbandoned,
  endStream,
  isShortened,
  keepAlive,
  type VideoStream,
} from "../../../shared/domain/video-stream.ts";

const limits = { silenceMs: 60, longestMs: 1440 };

function stream(over: Partial<VideoStream> & { aliveMs?: number; endedBy?: "site" | "cleanup" } = {}) {
  const { aliveMs, endedBy, ...rest } = over;
  const live = { aliveMs, endedBy };
  return { id: 1, source: 1, url: "https://a", startMs: 1000, endMs: undefined, live, version: 1, ...rest };
}

test.each<[what: string, stream: VideoStream, nowMs: number, endMs: number | undefined]>([
  [
    "without heartbeats for the whole time limit ends at its last heartbeat",
    stream({ aliveMs: 1500 }),
    1560,
    1500,
  ],
  ["without heartbeats for a moment less continues", stream({ aliveMs: 1500 }), 1559, undefined],
  [
    "with a recent heartbeat continues, however long it has been open",
    stream({ aliveMs: 9990 }),
    10_000,
    undefined,
  ],
  ["without any heartbeat ends once it has been open for the maximum time", stream(), 2440, 2440],
  ["without any heartbeat ends at the same time when it is checked late", stream(), 99_999, 2440],
  ["without any heartbeat continues for a moment less", stream(), 2439, undefined],
  ["whose start was corrected does not end before it", stream({ aliveMs: 900 }), 1060, 1000],
  ["whose start was corrected counts from there", stream({ aliveMs: 900 }), 1059, undefined],
])("a live stream %s", (_, live, nowMs, endMs) => {
  const after = endAbandoned(live, limits, nowMs);
  if (endMs === undefined) expect(after).toBe(live);
  else expect(after).toEqual({ ...live, endMs, live: { aliveMs: undefined, endedBy: "cleanup" } });
});

test.each([
  ["that has ended", stream({ endMs: 1100, endedBy: "site" })],
  ["that the clean-up ended", stream({ endMs: 1100, endedBy: "cleanup" })],
  ["that was never live", { ...stream({ endMs: 1100 }), live: undefined }],
])("a stream %s is not ended again", (_, ended) => {
  expect(endAbandoned(ended, limits, 10 ** 9)).toBe(ended);
});

test("the site's end replaces that of the clean-up once, and the heartbeat is removed", () => {
  const abandoned = endAbandoned(keepAlive(stream(), 1500), limits, 2000);
  const ended = endStream(abandoned, 1700, "site");
  expect(ended).toMatchObject({ endMs: 1700, live: { aliveMs: undefined, endedBy: "site" } });
  expect(endStream(ended, 1800, "user")).toBe(ended);
});

test.each<[string, VideoStream, VideoStream, boolean]>([
  ["a live stream's end", stream(), stream({ endMs: 9000, endedBy: "site" }), true],
  ["an earlier end", stream({ endMs: 9000 }), stream({ endMs: 8999 }), true],
  ["a later start", stream({ endMs: 9000 }), stream({ endMs: 9000, startMs: 1001 }), true],
  ["a later end", stream({ endMs: 9000 }), stream({ endMs: 9001 }), false],
  ["a later start and end", stream({ endMs: 9000 }), stream({ endMs: 9500, startMs: 1500 }), false],
  ["a live stream's later start", stream(), stream({ startMs: 1001 }), false],
])("tells whether %s shortens a stream, from %o to %o: %s", (_, before, after, shortens) => {
  expect(isShortened(before, after)).toBe(shortens);
});

test.each([
  ["before its end", stream({ endMs: 1100, endedBy: "site" }), 100, true],
  ["after its end", stream({ endMs: 1100, endedBy: "site" }), 101, false],
  ["after its end, if it was never live", { ...stream({ endMs: 1100 }), live: undefined }, 101, false],
  ["that is live", stream(), 10 ** 9, true],
  ["after its end, if the clean-up ended it", stream({ endMs: 1100, endedBy: "cleanup" }), 101, true],
])("checks a time in a stream %s", (_, found, offsetMs, isValid) => {
  const check = () => checkInStream(found, offsetMs, "/body/end");
  if (isValid) expect(check).not.toThrow();
  else expect(check).toThrow("00:00:00.100 long");
});
