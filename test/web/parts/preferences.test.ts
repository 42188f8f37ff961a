import { expect, test } from "vitest";
import { effortQuery, isEffortWider } from "../../../web/parts/effort-query.ts";
import { isCharacter } from "../../../web/parts/key-help.ts";
import { parsePreferences } from "../../../web/parts/preferences.ts";

test.each([
  [null, "system", true],
  ["", "system", true],
  ["[]", "system", true],
  ["null", "system", true],
  ['{"colours":"pink","singleKeys":"no"}', "system", true],
  ['{"colours":"dark","singleKeys":false}', "dark", false],
])("of stored preferences, %j, what is understood counts", (stored, colours, singleKeys) => {
  expect(parsePreferences(stored)).toEqual({ colours, singleKeys });
});

test("letters, digits and signs are single keys, the others are not", () => {
  expect(["a", "V", "5", "?", "é"].filter(isCharacter)).toEqual(["a", "V", "5", "?", "é"]);
  expect([" ", "Enter", "ArrowLeft", "Escape", "F2"].filter(isCharacter)).toEqual([]);
});

test("recorded time is asked for by the filters that it knows", () => {
  const filters = { camera: 2, days: { from: "2026-03-01" }, species: [1], hours: { from: 20, to: 4 } };
  expect(effortQuery(filters)).toEqual({ capturesource: 2, "day[from]": "2026-03-01" });
  expect(isEffortWider(filters)).toBe(true);
  expect(isEffortWider({ camera: 2, days: { from: "2026-03-01" } })).toBe(false);
});
