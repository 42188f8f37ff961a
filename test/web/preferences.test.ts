import { expect, test } from "vitest";
import { effortQuery, isEffortWider } from "../../web/filters/effort-query.ts";
import { isSingleKey } from "../../web/keys/pressed.ts";
import { parsePreferences } from "../../web/preferences.ts";

test.each([
  [null, "system", true],
  ["", "system", true],
  ["[]", "system", true],
  ["null", "system", true],
  ['{"colours":"pink","singleKeys":"no"}', "system", true],
  ['{"colours":"dark","singleKeys":false}', "dark", false],
])("of stored preferences, %j, what is understood counts", (stored, colours, singleKeys) => {
  expect(parsePreferences(stored)).toEqual({ colours, singleKeys, keys: { watch: {}, review: {} } });
});

test.each([
  ['{"watch":{"v":"q","x":null,"s":5},"review":[]}', { watch: { v: "q", x: null }, review: {} }],
  ['{"watch":"v"}', { watch: {}, review: {} }],
  ["7", { watch: {}, review: {} }],
])("of stored keys, %s, what is understood counts", (stored, keys) => {
  expect(parsePreferences(`{"keys":${stored}}`).keys).toEqual(keys);
});

test("letters, digits, signs and Space are single keys, the others are not", () => {
  expect(["a", "v", "5", "?", "é", "Space"].filter(isSingleKey)).toHaveLength(6);
  expect(["Ctrl+a", "Alt++", "Enter", "ArrowLeft", "Shift+ArrowLeft", "F2"].filter(isSingleKey)).toEqual([]);
});

test("recorded time is asked for by the filters that it knows", () => {
  const filters = { camera: 2, days: { from: "2026-03-01" }, species: [1], hours: { from: 20, to: 4 } };
  expect(effortQuery(filters)).toEqual({ capturesource: 2, "day[from]": "2026-03-01" });
  expect(isEffortWider(filters)).toBe(true);
  expect(isEffortWider({ camera: 2, days: { from: "2026-03-01" } })).toBe(false);
});
