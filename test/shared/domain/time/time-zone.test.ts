import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { TimeZone } from "../../../../shared/domain/time/time-zone.ts";
import { offsetMinutes } from "../../../../shared/domain/time/zone-offset.ts";

const offsetAt = (zone: string, time: string) => offsetMinutes(zone, Date.parse(time));

describe("a time zone", () => {
  test.each(["Europe/Berlin", "Africa/Johannesburg", "UTC", "Etc/GMT+3", "+00:00", "-03:30", "+14:00"])(
    "can be %s",
    (zone) => {
      expect(z.safeParse(TimeZone, zone).success).toBe(true);
    },
  );

  test.each([
    "",
    "Berlin",
    "Europe/Nowhere",
    "+1:00",
    "+15:00",
    "+01:60",
    "0100",
    "GMT+1:00 ",
    "x".repeat(65),
    2,
  ])("cannot be %j", (zone) => {
    expect(z.safeParse(TimeZone, zone).success).toBe(false);
  });
});

describe("the offset of a zone from UTC", () => {
  test.each([
    ["where the offset is whole hours", "Africa/Johannesburg", "2026-07-01T00:00:00Z", 120],
    ["for a zone given as an offset", "-03:30", "2026-07-01T00:00:00Z", -210],
    ["where the offset has half an hour", "Asia/Kolkata", "2026-01-01T00:00:00Z", 330],
    ["where the offset has three quarters of an hour", "Asia/Kathmandu", "2026-01-01T00:00:00Z", 345],
    ["for UTC", "UTC", "2026-01-01T00:00:00Z", 0],
    ["in London in winter", "Europe/London", "2026-01-01T00:00:00Z", 0],
    ["in the last millisecond of winter", "Europe/Berlin", "2026-03-29T00:59:59.999Z", 60],
    ["in the first second of summer", "Europe/Berlin", "2026-03-29T01:00:00Z", 120],
    ["in the last millisecond of summer", "Europe/Berlin", "2026-10-25T00:59:59.999Z", 120],
    ["in the first second of winter", "Europe/Berlin", "2026-10-25T01:00:00Z", 60],
    ["in a summer that is half an hour ahead", "Australia/Lord_Howe", "2026-01-01T00:00:00Z", 660],
    ["in winter where summer is half an hour ahead", "Australia/Lord_Howe", "2026-07-01T00:00:00Z", 630],
    ["west of UTC", "America/St_Johns", "2026-01-01T00:00:00Z", -210],
    ["where the offset had seconds, which are rounded", "Africa/Monrovia", "1971-01-01T00:00:00Z", -44],
    ["where clocks are farthest ahead", "Pacific/Kiritimati", "2026-01-01T00:00:00Z", 840],
  ])("is $3 minutes %s ($1 at $2)", (_, zone, time, minutes) => {
    expect(offsetAt(zone, time)).toBe(minutes);
  });
});
