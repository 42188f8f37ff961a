import { expect, test } from "vitest";
import { isSingleKey } from "../../web/keys/pressed.ts";
import { parsePreferences } from "../../web/preferences.ts";

test.each([
  [null, "system", true],
  ["", "system", true],
  ["[]", "system", true],
  ["null", "system", true],
  ['{"colours":"pink","singleKeys":"no"}', "system", true],
  ['{"colours":"dark","singleKeys":false}', "dark", false],
])("of the stored preferences %j, only valid parts are used", (stored, colours, singleKeys) => {
  expect(parsePreferences(stored)).toEqual({ colours, singleKeys, keys: { watch: {}, review: {} } });
});

test.each([
  ['{"watch":{"v":"q","x":null,"s":5},"review":[]}', { watch: { v: "q", x: null }, review: {} }],
  ['{"watch":"v"}', { watch: {}, review: {} }],
  ["7", { watch: {}, review: {} }],
])("of the stored keys %s, only valid parts are used", (stored, keys) => {
  expect(parsePreferences(`{"keys":${stored}}`).keys).toEqual(keys);
});

test("letters, digits, signs and Space are single keys, and other keys are not", () => {
  expect(["a", "v", "5", "?", "é", "Space"].filter(isSingleKey)).toHaveLength(6);
  expect(["Ctrl+a", "Alt++", "Enter", "ArrowLeft", "Shift+ArrowLeft", "F2"].filter(isSingleKey)).toEqual([]);
});
