import { expect, test } from "vitest";
import { endAbandoned, endStream, keepAlive } from "../../../../shared/domain/stream/live-stream.ts";
import type { VideoStream } from "../../../../shared/domain/stream/video-stream.ts";

const limits = { silenceMs: 60, maxLengthMs: 1440 };
const yearMs = 366 * 86_400_000;

function stream(over: Partial<VideoStream> & { aliveMs?: number; endedBy?: "site" | "cleanup" } = {}) {
  const { aliveMs, endedBy, ...rest } = over;
  const live = { aliveMs, endedBy };
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

test.each<[what: string, stream: VideoStream, nowMs: number, endMs: number | undefined]>([
  [
    "that has had no heartbeat for the maximum time ends at its last heartbeat",
    stream({ aliveMs: 1500 }),
    1560,
    1500,
  ],
  [
    "whose last heartbeat was less than the maximum time ago continues",
    stream({ aliveMs: 1500 }),
    1559,
    undefined,
  ],
  ["with heartbeats continues, however long it has been live", stream({ aliveMs: 9990 }), 10_000, undefined],
  [
    "with heartbeats ends a year after its start",
    stream({ aliveMs: yearMs + 1059 }),
    yearMs + 1060,
    yearMs + 1000,
  ],
  [
    "with heartbeats continues until it is as long as a stream can be",
    stream({ aliveMs: yearMs + 999 }),
    yearMs + 1058,
    undefined,
  ],
  ["that never had a heartbeat ends after the maximum time", stream(), 2440, 2440],
  [
    "that never had a heartbeat ends after the maximum time even if the clean-up is late",
    stream(),
    99_999,
    2440,
  ],
  ["that never had a heartbeat continues before the maximum time", stream(), 2439, undefined],
  ["whose start was corrected does not end before its start", stream({ aliveMs: 900 }), 1060, 1000],
  [
    "whose start was corrected continues until the maximum time after its start",
    stream({ aliveMs: 900 }),
    1059,
    undefined,
  ],
])("a live stream %s", (_, live, nowMs, endMs) => {
  const after = endAbandoned(live, limits, nowMs);
  if (endMs === undefined) expect(after).toBe(live);
  else expect(after).toEqual({ ...live, endMs, live: { aliveMs: undefined, endedBy: "cleanup" } });
});

test("a live stream without a heartbeat ends a year after its start if it may be longer by the settings", () => {
  const long = { silenceMs: 60, maxLengthMs: 2 * yearMs };
  expect(endAbandoned(stream(), long, yearMs + 1000)).toMatchObject({ endMs: yearMs + 1000 });
});

test.each([
  ["that a site has ended", stream({ endMs: 1100, endedBy: "site" })],
  ["that the clean-up has ended", stream({ endMs: 1100, endedBy: "cleanup" })],
  ["that was never live", { ...stream({ endMs: 1100 }), live: undefined }],
])("a stream %s is not ended again", (_, ended) => {
  expect(endAbandoned(ended, limits, 10 ** 9)).toBe(ended);
});

test("an end that a site sends replaces the clean-up's end once, and leaves no heartbeat", () => {
  const abandoned = endAbandoned(keepAlive(stream(), 1500), limits, 2000);
  const endedBySite = endStream(abandoned, 1700, "site");
  expect(endedBySite).toMatchObject({ endMs: 1700, live: { aliveMs: undefined, endedBy: "site" } });
  expect(endStream(endedBySite, 1800, "user")).toBe(endedBySite);
});
