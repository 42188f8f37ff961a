import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { TimeZone } from "../../../../shared/domain/time/time-zone.ts";
import { offsetMinutes } from "../../../../shared/domain/time/zone-offset.ts";

const offsetAt = (zone: string, time: string) => offsetMinutes(zone, Date.parse(time));

describe("a time zone", () => {
  test.each(["Europe/Berlin", "Africa/Johannesburg", "UTC", "Etc/GMT+3", "+00:00", "-03:30", "+14:00"])(
    "may be %s",
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
  ])("is not %j", (zone) => {
    expect(z.safeParse(TimeZone, zone).success).toBe(false);
  });
});

describe("the clocks of a zone are ahead of UTC", () => {
  test.each([
    ["by hours", "Africa/Johannesburg", "2026-07-01T00:00:00Z", 120],
    ["by a fixed offset, summer and winter", "-03:30", "2026-07-01T00:00:00Z", -210],
    ["by half an hour more", "Asia/Kolkata", "2026-01-01T00:00:00Z", 330],
    ["by a quarter of an hour more", "Asia/Kathmandu", "2026-01-01T00:00:00Z", 345],
    ["not at all", "UTC", "2026-01-01T00:00:00Z", 0],
    ["not in London in winter", "Europe/London", "2026-01-01T00:00:00Z", 0],
    ["in winter until the last second", "Europe/Berlin", "2026-03-29T00:59:59.999Z", 60],
    ["in summer from the first", "Europe/Berlin", "2026-03-29T01:00:00Z", 120],
    ["in summer until the last second", "Europe/Berlin", "2026-10-25T00:59:59.999Z", 120],
    ["in winter from the first", "Europe/Berlin", "2026-10-25T01:00:00Z", 60],
    ["by half an hour in summer", "Australia/Lord_Howe", "2026-01-01T00:00:00Z", 660],
    ["by the rest in winter", "Australia/Lord_Howe", "2026-07-01T00:00:00Z", 630],
    ["west of it", "America/St_Johns", "2026-01-01T00:00:00Z", -210],
    ["by whole minutes where they had seconds", "Africa/Monrovia", "1971-01-01T00:00:00Z", -44],
    ["14 hours", "Pacific/Kiritimati", "2026-01-01T00:00:00Z", 840],
  ])("%s", (_, zone, time, minutes) => {
    expect(offsetAt(zone, time)).toBe(minutes);
  });
});
