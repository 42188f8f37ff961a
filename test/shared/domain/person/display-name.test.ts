import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { safeParse } from "zod/mini";
import {
  DisplayName,
  displayNameKey,
  isReserved,
  namesFromToken,
} from "../../../../shared/domain/person/display-name.ts";

describe("a name from a token", () => {
  test.each([
    ["Ann", ["Ann", "Ann 7", "user 7"]],
    ["  Ann  ", ["Ann", "Ann 7", "user 7"]],
    ["Zoë 🦊", ["Zoë 🦊", "Zoë 🦊 7", "user 7"]],
    ["ann@example.org", ["ann", "ann 7", "user 7"]],
    ["Ann＠example.org", ["Ann", "Ann 7", "user 7"]],
    ["Ann Lee @ Example", ["Ann Lee", "Ann Lee 7", "user 7"]],
    ["@example.org", ["user 7"]],
    ["", ["user 7"]],
    [" \u0000\u200b ", ["user 7"]],
    [undefined, ["user 7"]],
    ["Ann\u202Egro.elpmaxe", ["Anngro.elpmaxe", "Anngro.elpmaxe 7", "user 7"]],
  ])("%j gives the display names %j", (name, names) => {
    expect(namesFromToken(7, name)).toEqual(names);
  });

  test("always gives valid display names, and ends with the user's default name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.nat(), (name, id) => {
        const names = namesFromToken(id, name);
        for (const each of names) expect(safeParse(DisplayName, each).error).toBeUndefined();
        expect(names.at(-1)).toBe(`user ${id}`);
      }),
    );
  });
});

describe("two names", () => {
  test.each([
    ["Ann Lee", "ANN  LEE "],
    ["Große", "GROSSE"],
    ["ΝΙΚΟΣ", "νικος"],
    ["Zoe\u0308", "Zoë"],
    ["Ａｎｎ", "ann"],
    ["An\u200bn", "Ann"],
  ])("%j and %j are the same", (one, other) => {
    expect(displayNameKey(one)).toBe(displayNameKey(other));
  });

  test.each([
    ["Zoe", "Zoë"],
    ["राम", "रीमा"],
    ["Ann", "Anna"],
  ])("%j and %j are different", (one, other) => {
    expect(displayNameKey(one)).not.toBe(displayNameKey(other));
  });

  test("are the same if one is the key of the other, or if they differ only in case", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        expect(displayNameKey(displayNameKey(name))).toBe(displayNameKey(name));
        expect(displayNameKey(name.toUpperCase())).toBe(displayNameKey(name));
      }),
      { numRuns: 1000 },
    );
  });
});

test.each([
  ["user 8", true],
  ["user 7", false],
  ["deleted user", true],
  ["unknown user", true],
  ["a user", false],
])("isReserved(%j, 7) returns %j", (key, reserved) => {
  expect(isReserved(key, 7)).toBe(reserved);
});
