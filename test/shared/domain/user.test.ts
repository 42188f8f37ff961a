import fc from "fast-check";
import { expect, test } from "vitest";
import { displayName } from "../../../shared/domain/user.ts";

test.each([
  ["Ann", "Ann"],
  ["  Ann  ", "Ann"],
  ["Zoë 🦊", "Zoë 🦊"],
  ["", "user 7"],
  [" \u0000\u200b ", "user 7"],
  [undefined, "user 7"],
  ["Ann\u202Egro.elpmaxe", "Anngro.elpmaxe"],
])("shows the token's name %j as %j", (name, shown) => {
  expect(displayName(7, name)).toBe(shown);
});

test("makes a valid display name, which is not empty, from any name in a token", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      const shown = displayName(7, name);
      expect(shown.isWellFormed()).toBe(true);
      expect(shown.length).toBeGreaterThan(0);
      expect(shown.length).toBeLessThanOrEqual(200);
    }),
  );
});
