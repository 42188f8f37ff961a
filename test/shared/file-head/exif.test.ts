import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readExif } from "../../../shared/file-head/exif.ts";
import { exifBlock } from "../../support/video/exif.ts";

const localMs = Date.parse("2026-03-01T06:30:00Z");

describe.each(["II", "MM"] as const)("EXIF in byte order %s", (order) => {
  test.each([
    ["no time zone", { taken: "2026:03:01 06:30:00" }, { from: "exif", localMs }],
    [
      "a time zone and a fraction of a second",
      { taken: "2026:03:01 06:30:00", offset: "+05:45", fraction: "5" },
      { from: "exif", localMs: localMs + 500, offsetMinutes: 345 },
    ],
    [
      "a fraction of more than three digits",
      { taken: "2026:03:01 06:30:00", fraction: "123456" },
      { from: "exif", localMs: localMs + 123 },
    ],
    [
      "blanks for the time zone and the fraction",
      { taken: "2026:03:01 06:30:00", offset: "   :  ", fraction: "   " },
      { from: "exif", localMs },
    ],
    ["no time", {}, undefined],
    ["blanks for the time", { taken: "    :  :     :  :  " }, undefined],
    ["zeros for the time", { taken: "0000:00:00 00:00:00" }, undefined],
    ["a day that does not exist", { taken: "2026:02:30 06:30:00" }, undefined],
    ["a time before 1970", { taken: "1904:01:01 00:00:00" }, undefined],
  ] as const)("is read with %s", (_, fields, recorded) => {
    expect(readExif(exifBlock(fields, order))).toEqual({ orientation: 1, recorded });
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])("is read with orientation %i", (orientation) => {
    expect(readExif(exifBlock({ orientation }, order)).orientation).toBe(orientation);
  });

  test.each([0, 9, 65_535])("counts as upright with orientation %i", (orientation) => {
    expect(readExif(exifBlock({ orientation }, order)).orientation).toBe(1);
  });

  test("causes no error if the block is damaged", () => {
    const block = exifBlock({ orientation: 6, taken: "2026:03:01 06:30:00" }, order);
    fc.assert(
      fc.property(damage(block.length), (changes) => {
        const copy = Buffer.from(block);
        for (const [at, value] of changes.bytes) copy[at] = value;
        const { orientation } = readExif(copy.subarray(0, changes.length));
        expect(orientation).toBeGreaterThanOrEqual(1);
      }),
      { numRuns: 2000 },
    );
  });
});

function damage(length: number) {
  return fc.record({
    bytes: fc.array(fc.tuple(fc.nat(length - 1), fc.nat(255)), { maxLength: 8 }),
    length: fc.nat(length),
  });
}
