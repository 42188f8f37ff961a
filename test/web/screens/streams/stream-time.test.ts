import { expect, test } from "vitest";
import { streamTime } from "../../../../web/screens/streams/stream-time.ts";

const startMs = Date.parse("2026-03-01T13:00:05Z");
const seconds = (n: number) => startMs + n * 1000;

test.each([
  ["a picture", startMs, "14:00:05 CET"],
  ["a clip within a minute", seconds(24), "14:00:05–14:00:29 CET"],
  ["a clip that is just shorter than a minute", seconds(59.999), "14:00:05–14:01:04 CET"],
  ["a video of a minute", seconds(60), "14:00–14:01 CET"],
  ["a video until the next day", seconds(86_400), "14:00–Mon 2 Mar 14:00 CET"],
  ["a live stream", undefined, "since 14:00 CET"],
])("the time of %s tells it from its neighbours", (_, endMs, expected) => {
  const time = streamTime({ startMs, endMs }, "Europe/Brussels", "en-GB", (start) => `since ${start}`);
  expect(time).toBe(expected);
});
