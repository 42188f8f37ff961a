import fc from "fast-check";
import { expect, test } from "vitest";
import { Location, locationValue } from "../../../../shared/domain/place/location.ts";

test.each([
  "0,0",
  "51.5,-0.12",
  "-90,-180",
  "90,180",
  "90.000,180.0",
  "-0,-0",
  "051.5,1",
  "1.123456789012,2",
])("the location %s is accepted", (text) => {
  expect(Location.safeParse(text).success).toBe(true);
});

test.each([
  "",
  "51.5",
  "51.5,",
  "51.5, -0.12",
  " 51.5,-0.12",
  "51.5,-0.12,3",
  "90.0001,0",
  "-90.0001,0",
  "0,180.0001",
  "0,-181",
  "+1,1",
  "1e1,1",
  "1.,1",
  ".5,1",
  "NaN,1",
  "1,Infinity",
  "1.1234567890123,2",
  "51,5;3",
  "51.5\n,-0.12",
  "٥١,١",
])("the location %j is rejected", (text) => {
  expect(Location.safeParse(text).success).toBe(false);
});

test.each([
  ["51.50,-0.120", "51.5,-0.12"],
  ["-0,-0.0", "0,0"],
  ["007,08", "7,8"],
])("%s is the same place as %s", (one, other) => {
  expect(locationValue(one)).toBe(locationValue(other));
});

test("zeros at the end of a coordinate never change a place, but any other decimal does", () => {
  const degrees = (max: number) =>
    fc.tuple(fc.boolean(), fc.integer({ min: 0, max: max - 1 }), fc.integer({ min: 0, max: 999_999_999 }));
  fc.assert(
    fc.property(degrees(90), degrees(180), (latitude, longitude) => {
      const write = ([negative, whole, decimals]: [boolean, number, number], end: string) =>
        `${negative ? "-" : ""}${whole}.${String(decimals).padStart(9, "0")}${end}`;
      const plain = `${write(latitude, "")},${write(longitude, "")}`;
      expect(locationValue(`${write(latitude, "00")},${write(longitude, "000")}`)).toBe(locationValue(plain));
      expect(locationValue(`${write(latitude, "1")},${write(longitude, "")}`)).not.toBe(locationValue(plain));
    }),
  );
});
