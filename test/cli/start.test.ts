import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { instantAt } from "../../client/recording/instant.ts";
import { nameTime } from "../../client/recording/name-time.ts";
import { type Clock, startOf } from "../../client/recording/start-of.ts";
import { offsetMinutes } from "../../shared/domain/time/zone-offset.ts";

const at = Date.parse;

describe("the time in a file's name", () => {
  test.each([
    ["IMG_20260301_063015.jpg", "2026-03-01T06:30:15Z", undefined],
    ["20260301063015.mp4", "2026-03-01T06:30:15Z", undefined],
    ["2026-03-01 06.30.15.mp4", "2026-03-01T06:30:15Z", undefined],
    ["2026-03-01_06-30-15_weir.mkv", "2026-03-01T06:30:15Z", undefined],
    ["weir-2026.03.01-06h30m15.mov", "2026-03-01T06:30:15Z", undefined],
    ["cam1_2026-03-01T06-30-15.250.ts", "2026-03-01T06:30:15.250Z", undefined],
    ["20260301T063015Z.mp4", "2026-03-01T06:30:15Z", 0],
    ["20260301T063015+0200.mp4", "2026-03-01T06:30:15Z", 120],
    ["PXL_20260301_063015123.mp4", "2026-03-01T06:30:15.123Z", 0],
    ["1998-05-01 12.00.00.mp4", "1998-05-01T12:00:00Z", undefined],
  ])("is read from %s", (name, local, offset) => {
    expect(nameTime(name)).toEqual({
      localMs: at(local),
      ...(offset === undefined ? {} : { offsetMinutes: offset }),
    });
  });

  test.each([
    "DSCF0001.MP4",
    "IMG-20260301-WA0001.jpg",
    "20260230_063015.jpg",
    "20260301_253015.jpg",
    "RCNX20260301.jpg",
    "1202603010630159.mp4",
  ])("is undefined for %s", (name) => {
    expect(nameTime(name)).toBeUndefined();
  });
});

describe("the instant of a camera's time", () => {
  test.each([
    ["2026-03-01T06:30:00Z", "+02:00", "2026-03-01T04:30:00Z"],
    ["2026-07-01T06:30:00Z", "Europe/Berlin", "2026-07-01T04:30:00Z"],
    // Clocks went back at 3 o'clock, so this time existed twice.
    ["2026-10-25T02:30:00Z", "Europe/Berlin", "2026-10-25T00:30:00Z"],
    // Clocks went forward at 2 o'clock, so this time did not exist.
    ["2026-03-29T02:30:00Z", "Europe/Berlin", "2026-03-29T01:30:00Z"],
  ])("%s in %s is %s", (local, zone, instant) => {
    expect(new Date(instantAt(at(local), zone)).toISOString()).toBe(new Date(instant).toISOString());
  });

  test("is the earliest instant at which the camera's clock shows that time", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at("1990-01-01"), max: at("2040-01-01") }),
        fc.constantFrom(
          "Europe/Berlin",
          "Australia/Lord_Howe",
          "America/St_Johns",
          "Africa/Casablanca",
          "+05:45",
        ),
        (ms, zone) => {
          const localMs = ms + offsetMinutes(zone, ms) * 60_000;
          const found = instantAt(localMs, zone);
          expect(found + offsetMinutes(zone, found) * 60_000).toBe(localMs);
          expect(found).toBeLessThanOrEqual(ms);
        },
      ),
    );
  });
});

describe("the start of a recording is read", () => {
  const file = (path: string) => ({ path, bytes: 1, modifiedMs: at("2026-05-05T00:00:00Z") });
  const clock: Clock = { timeZone: "+02:00", mp4Clock: "utc" };
  const localMs = at("2026-03-01T06:30:15Z");

  test.each([
    [
      "from EXIF, in the camera's zone",
      "20250101_000000.jpg",
      { from: "exif", localMs },
      clock,
      "EXIF",
      "04:30:15",
    ],
    [
      "from EXIF with a zone",
      "a.jpg",
      { from: "exif", localMs, offsetMinutes: 60 },
      clock,
      "EXIF",
      "05:30:15",
    ],
    [
      "from metadata in UTC",
      "a.mp4",
      { from: "mp4", localMs, offsetMinutes: 0 },
      clock,
      "metadata",
      "06:30:15",
    ],
    [
      "from metadata in the camera's time",
      "a.mp4",
      { from: "mp4", localMs, offsetMinutes: 0 },
      { ...clock, mp4Clock: "camera" },
      "metadata",
      "04:30:15",
    ],
    [
      "from the metadata of Matroska in the camera's time",
      "a.mkv",
      { from: "matroska", localMs, offsetMinutes: 0 },
      { ...clock, mp4Clock: "camera" },
      "metadata",
      "04:30:15",
    ],
    ["from the file's name", "x/20260301_063015.avi.mp4", undefined, clock, "file name", "04:30:15"],
  ] as const)("%s", (_, path, recorded, clock, from, time) => {
    expect(startOf(file(path), recorded, clock)).toEqual({ ms: at(`2026-03-01T${time}Z`), from });
  });

  test("from the time of the file, if nothing else has it", () => {
    const none = { ...clock, timeZone: undefined };
    expect(startOf(file("20260301_063015/a.mp4"), undefined, none)).toEqual({
      ms: at("2026-05-05T00:00:00Z"),
      from: "file time",
    });
  });

  test("only if the zone is known", () => {
    const none = { ...clock, timeZone: undefined };
    expect(startOf(file("a.jpg"), { from: "exif", localMs }, none)).toBe("no zone");
    expect(startOf(file("20260301_063015.jpg"), undefined, none)).toBe("no zone");
  });

  test.each([
    ["19700101_013000.jpg", undefined, { outside: "file name", ms: -1_800_000 }],
    ["a.jpg", { from: "exif", localMs: 3_600_000 }, { outside: "EXIF", ms: -3_600_000 }],
    [
      "a.mp4",
      { from: "mp4", localMs: at("9999-12-31T23:59:59Z"), offsetMinutes: -60 },
      { outside: "metadata", ms: at("9999-12-31T23:59:59Z") + 3_600_000 },
    ],
  ] as const)("only in the years 1970 to 9999: %s", (path, recorded, start) => {
    expect(startOf(file(path), recorded, clock)).toEqual(start);
  });

  test.each([0, -1, 1e18])("only in the years 1970 to 9999: file time %d", (modifiedMs) => {
    expect(startOf({ path: "a.mp4", modifiedMs }, undefined, clock)).toEqual({
      outside: "file time",
      ms: modifiedMs,
    });
  });
});
