import { expect, test } from "vitest";
import { duration, localDay, localTime, longDay, shortDay, zoneName } from "../../../web/parts/local-time.ts";

const ms = Date.parse("2026-03-02T23:58:00Z");

test.each([
  ["Europe/Brussels", "2026-03-03", "00:58", "CET"],
  ["+01:00", "2026-03-03", "00:58", "GMT+1"],
  ["Australia/Adelaide", "2026-03-03", "10:28", "GMT+10:30"],
  [null, "2026-03-02", "23:58", "UTC"],
  [undefined, "2026-03-02", "23:58", "UTC"],
  // The browser does not know this zone, because it is older or only the service knows the zone.
  ["Nowhere/Atall", "2026-03-02", "23:58", "UTC"],
] as const)("2026-03-02T23:58Z in %s is %s, %s %s", (zone, day, time, name) => {
  expect(localDay(ms, zone)).toBe(day);
  expect(localTime(ms, zone, "en-GB")).toBe(time);
  expect(zoneName(ms, zone, "en-GB")).toBe(name);
});

test("uses summer time on a day in summer", () => {
  expect(zoneName(Date.parse("2026-07-01T12:00:00Z"), "Europe/Brussels", "en-GB")).toBe("CEST");
});

test("formats days", () => {
  expect(longDay("2026-03-02", "en-GB")).toMatch(/^Monday,? 2 March 2026$/);
  expect(shortDay("2026-03-02", "en-GB")).toMatch(/^Mon,? 2 Mar$/);
});

test.each([
  [0, "0 s"],
  [400, "0 s"],
  [14_000, "14 s"],
  [59_600, "1 min"],
  [150_000, "2 min 30 s"],
  [300_000, "5 min"],
  [3_600_000, "1 h"],
  [3_605_000, "1 h"],
  [4 * 86_400_000, "4 d"],
  [100 * 3_600_000, "4 d 4 h"],
])("formats %d ms as %s", (length, expected) => {
  expect(duration(length)).toBe(expected);
});
