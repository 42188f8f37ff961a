import { describe, expect, test } from "vitest";
import {
  certainAhead,
  currentAhead,
  eventTime,
  formatAhead,
  measureClock,
  parseTime,
} from "../../../camera-site/link/clock.mjs";

const date = "Sun, 01 Mar 2026 06:00:00 GMT";
const dateMs = Date.parse(date);

describe("certainAhead() of a measurement is", () => {
  test.each([
    ["0 when the clocks agree to the second", 0, 0, 0],
    ["0 for a difference that the whole seconds of Date explain", 1000, 1000, 0],
    ["0 for a difference that the round trip explains", -10_000, 10_000, 0],
    ["the part of a difference that neither Date nor the round trip explains", 60_000, 62_000, 59_000],
    ["a negative number when the clock is behind", -60_000, -60_000, -60_000],
  ])("%s", (_, sentMs, receivedMs, aheadMs) => {
    const measured = measureClock(date, dateMs + sentMs, dateMs + receivedMs);
    expect(measured && certainAhead(measured)).toBeCloseTo(aheadMs);
  });
});

test("measureClock() returns the estimate and its uncertainty, or undefined without a Date", () => {
  expect(measureClock(date, dateMs + 60_000, dateMs + 62_000)).toEqual({
    aheadMs: 60_500,
    uncertaintyMs: 1500,
  });
  expect(measureClock(null, 0, 0)).toBeUndefined();
});

describe("currentAhead() returns", () => {
  const check = { aheadMs: 60_000, wallMs: 1_000_000, uptimeMs: 5000, boot: "a" };
  test.each([
    [
      "the measured difference while the clock is not set",
      { wallMs: 1_010_000, uptimeMs: 15_000, boot: "a" },
      60_000,
    ],
    [
      "0 if the clock has been corrected since the measurement",
      { wallMs: 950_000, uptimeMs: 15_000, boot: "a" },
      0,
    ],
    ["undefined after a restart", { wallMs: 1_010_000, uptimeMs: 15_000, boot: "b" }, undefined],
    [
      "undefined if the uptime is shorter than at the measurement",
      { wallMs: 1_010_000, uptimeMs: 100, boot: "a" },
      undefined,
    ],
  ])("%s", (_, now, aheadMs) => {
    expect(currentAhead(check, now)).toBe(aheadMs);
  });
});

describe("eventTime()", () => {
  const timeWhenAhead = (aheadMs: number, given?: string) => {
    const warnings: string[] = [];
    const now = { wallMs: dateMs, uptimeMs: 1, boot: "a" };
    const warn = (text: string) => void warnings.push(text);
    const time = eventTime(given, { now, check: { ...now, aheadMs }, maxErrorMs: 30_000, warn });
    return { time, warnings };
  };

  test("returns the time of a correct clock", () => {
    expect(timeWhenAhead(1900)).toEqual({ time: "2026-03-01T06:00:00.000Z", warnings: [] });
  });

  test("warns when the clock is some seconds off", () => {
    expect(timeWhenAhead(-29_000).warnings).toEqual(["The clock is 29 s behind the service's."]);
  });

  test("throws when the clock is wrong and no time is given", () => {
    expect(() => timeWhenAhead(31_000)).toThrow(
      "The clock is 31 s ahead of the service's. Set the clock, or give the time (--time).",
    );
    expect(timeWhenAhead(31_000, "2026-03-01T08:00:00+02:00").time).toBe("2026-03-01T06:00:00.000Z");
  });
});

test.each(["2026-03-01", "2026-03-01T06:00:00", "2026-13-01T06:00:00Z", "yesterday", ""])(
  "parseTime() rejects %j",
  (text) => {
    expect(() => parseTime(text)).toThrow("is not a time with a zone");
  },
);

test.each([
  [0, "0 s behind"],
  [31_400, "31 s ahead of"],
  [-192_000, "3 min 12 s behind"],
  [-180_000, "3 min behind"],
  [7_500_000, "2 h 5 min ahead of"],
  [-56 * 365.25 * 86_400_000, "20454 d behind"],
])("formatAhead(%i) returns %j", (aheadMs, text) => {
  expect(formatAhead(aheadMs)).toBe(text);
});
