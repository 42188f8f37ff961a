import { expect, test } from "vitest";
import {
  isSameMoment,
  localDay,
  localHour,
  localMonth,
  momentAt,
} from "../../../../shared/domain/time/moment.ts";
import { below, oneOf, seededRandom } from "../../../support/seeded-random.ts";

test.each([
  ["without a zone", undefined, "2026-03-01T23:59:59.999Z", "2026-03-01", 23],
  ["half an hour ahead", "Asia/Kolkata", "2026-02-28T18:30:00Z", "2026-03-01", 0],
  ["half an hour ahead, a millisecond earlier", "Asia/Kolkata", "2026-02-28T18:29:59.999Z", "2026-02-28", 23],
  ["three quarters of an hour ahead", "Asia/Kathmandu", "2026-02-28T18:15:00Z", "2026-03-01", 0],
  ["behind, by an offset", "-03:30", "2026-03-01T03:29:59.999Z", "2026-02-28", 23],
  ["before the hour that summer time skips", "Europe/Berlin", "2026-03-29T00:59:59.999Z", "2026-03-29", 1],
  ["after the hour that summer time skips", "Europe/Berlin", "2026-03-29T01:00:00Z", "2026-03-29", 3],
  ["in the hour that comes twice, the first time", "Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-25", 2],
  ["in the hour that comes twice, the second time", "Europe/Berlin", "2026-10-25T01:30:00Z", "2026-10-25", 2],
  ["in a summer half an hour ahead", "Australia/Lord_Howe", "2026-01-01T13:00:00Z", "2026-01-02", 0],
  ["where midnight is skipped", "America/Havana", "2026-03-08T05:00:00Z", "2026-03-08", 1],
  ["where midnight comes twice", "America/Havana", "2026-11-01T05:00:00Z", "2026-11-01", 0],
  ["just west of the date line", "Pacific/Kiritimati", "2025-12-31T10:00:00Z", "2026-01-01", 0],
  ["just east of the date line", "Pacific/Pago_Pago", "2026-01-01T10:59:59.999Z", "2025-12-31", 23],
  ["before its zone crosses the date line", "Pacific/Apia", "2011-12-30T09:59:59.999Z", "2011-12-29", 23],
  ["after its zone has crossed the date line", "Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-31", 0],
  ["ahead, at the end of the last year", "+14:00", "9999-12-31T12:00:00Z", "9999-12-31", 23],
  ["behind, at the start of the first year", "-11:00", "1970-01-01T00:00:00Z", "1969-12-31", 13],
] as const)("a clock in zone $1 shows day $3 and hour $4 at $2 (%s)", (_, zone, time, day, hour) => {
  const moment = momentAt(Date.parse(time), zone);
  expect([localDay(moment), localMonth(moment), localHour(moment)]).toEqual([day, day.slice(0, 7), hour]);
});

test("the day, month and hour of a moment are those that a clock in its zone shows", () => {
  const random = seededRandom(1);
  const zones = [
    ...["Europe/Brussels", "Asia/Kathmandu", "Pacific/Kiritimati", "Pacific/Pago_Pago", "America/St_Johns"],
    ...[
      "Australia/Lord_Howe",
      "Pacific/Apia",
      "America/Havana",
      "Africa/Casablanca",
      "UTC",
      "-03:30",
      "+14:00",
    ],
  ];
  for (let i = 0; i < 3000; i++) {
    const zone = oneOf(random, zones);
    // The instant is a full hour since 1990, a millisecond before it, or half an hour after it.
    const ms = (175_320 + below(random, 40 * 8766)) * 3_600_000 + oneOf(random, [-1, 0, 1_800_000]);
    const shown = new Intl.DateTimeFormat("en-CA", {
      ...({ timeZone: zone, hourCycle: "h23" } as const),
      ...({ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit" } as const),
    }).formatToParts(ms);
    const part = (name: string) => shown.find(({ type }) => type === name)?.value;
    const moment = momentAt(ms, zone);
    expect([zone, ms, localDay(moment), localMonth(moment), localHour(moment)]).toEqual([
      ...[zone, ms, `${part("year")}-${part("month")}-${part("day")}`],
      ...[`${part("year")}-${part("month")}`, Number(part("hour"))],
    ]);
  }
});

test("moments are the same if they have the same instant and offset", () => {
  const moment = { ms: 5, offsetMinutes: 60 };
  expect(isSameMoment(moment, { ...moment })).toBe(true);
  expect(isSameMoment(moment, { ...moment, ms: 6 })).toBe(false);
  expect(isSameMoment(moment, { ...moment, offsetMinutes: 0 })).toBe(false);
  expect(isSameMoment(moment, undefined)).toBe(false);
  expect(isSameMoment(undefined, undefined)).toBe(true);
});
