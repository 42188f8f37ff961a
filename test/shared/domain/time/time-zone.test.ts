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
    ["for whole hours", "Africa/Johannesburg", "2026-07-01T00:00:00Z", 120],
    ["for a fixed offset", "-03:30", "2026-07-01T00:00:00Z", -210],
    ["for half an hour", "Asia/Kolkata", "2026-01-01T00:00:00Z", 330],
    ["for three quarters of an hour", "Asia/Kathmandu", "2026-01-01T00:00:00Z", 345],
    ["for UTC", "UTC", "2026-01-01T00:00:00Z", 0],
    ["in London in winter", "Europe/London", "2026-01-01T00:00:00Z", 0],
    ["in the last millisecond of winter", "Europe/Berlin", "2026-03-29T00:59:59.999Z", 60],
    ["in the first second of summer", "Europe/Berlin", "2026-03-29T01:00:00Z", 120],
    ["in the last millisecond of summer", "Europe/Berlin", "2026-10-25T00:59:59.999Z", 120],
    ["in the first second of winter", "Europe/Berlin", "2026-10-25T01:00:00Z", 60],
    ["with a summer time of half an hour, in summer", "Australia/Lord_Howe", "2026-01-01T00:00:00Z", 660],
    ["with a summer time of half an hour, in winter", "Australia/Lord_Howe", "2026-07-01T00:00:00Z", 630],
    ["west of UTC", "America/St_Johns", "2026-01-01T00:00:00Z", -210],
    ["in whole minutes where clocks had seconds", "Africa/Monrovia", "1971-01-01T00:00:00Z", -44],
    ["for 14 hours", "Pacific/Kiritimati", "2026-01-01T00:00:00Z", 840],
  ])("is right %s: %s at %s, %d minutes", (_, zone, time, minutes) => {
    expect(offsetAt(zone, time)).toBe(minutes);
  });
});
