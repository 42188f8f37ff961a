import { describe, expect, test } from "vitest";
import { aheadNow, aheadOf, parseTime, stamp } from "../../../examples/camera-site/clock.mjs";

const date = "Sun, 01 Mar 2026 06:00:00 GMT";
const dateMs = Date.parse(date);

describe("by the Date of an answer, the clock is ahead by", () => {
  test.each([
    ["nothing when it agrees to the second", 0, 0, 0],
    ["nothing that the second may hide", 1000, 1000, 0],
    ["nothing that a slow exchange may hide", -10_000, 10_000, 0],
    ["what is beyond both", 60_000, 62_000, 59_000],
    ["a negative time when it is behind", -60_000, -60_000, -60_000],
  ])("%s", (_, sentMs, receivedMs, aheadMs) => {
    expect(aheadOf(date, dateMs + sentMs, dateMs + receivedMs)).toBeCloseTo(aheadMs);
  });

  test("nobody knows without one", () => {
    expect(aheadOf(null, 0, 0)).toBeUndefined();
  });
});

describe("later, it is ahead by", () => {
  const check = { aheadMs: 60_000, wallMs: 1_000_000, uptimeMs: 5000, boot: "a" };
  test.each([
    ["the same while nobody sets it", { wallMs: 1_010_000, uptimeMs: 15_000, boot: "a" }, 60_000],
    ["nothing when it was set right since", { wallMs: 950_000, uptimeMs: 15_000, boot: "a" }, 0],
    ["what nobody knows after a restart", { wallMs: 1_010_000, uptimeMs: 15_000, boot: "b" }, undefined],
    [
      "what nobody knows when the uptime began anew",
      { wallMs: 1_010_000, uptimeMs: 100, boot: "a" },
      undefined,
    ],
  ])("%s", (_, now, aheadMs) => {
    expect(aheadNow(check, now)).toBe(aheadMs);
  });
});

describe("a time is taken from the clock", () => {
  const stampAhead = (aheadMs: number, given?: string) => {
    const warnings: string[] = [];
    const now = { wallMs: dateMs, uptimeMs: 1, boot: "a" };
    const warn = (text: string) => void warnings.push(text);
    const time = stamp(given, { now, check: { ...now, aheadMs }, mostErrorMs: 30_000, warn });
    return { time, warnings };
  };

  test("when it is right", () => {
    expect(stampAhead(1900)).toEqual({ time: "2026-03-01T06:00:00.000Z", warnings: [] });
  });

  test("with a warning when it is some seconds off", () => {
    expect(stampAhead(-29_000).warnings).toEqual(["The clock is 29 s behind the service's."]);
  });

  test("not when it is wrong, unless somebody says the time", () => {
    expect(() => stampAhead(31_000)).toThrow(
      "The clock is 31 s ahead of the service's: set it, or give the time (--time).",
    );
    expect(stampAhead(31_000, "2026-03-01T08:00:00+02:00").time).toBe("2026-03-01T06:00:00.000Z");
  });
});

test.each(["2026-03-01", "2026-03-01T06:00:00", "2026-13-01T06:00:00Z", "yesterday", ""])(
  "%j is no time",
  (text) => {
    expect(() => parseTime(text)).toThrow("is no time");
  },
);
