import { expect, test } from "vitest";
import { hasWord } from "../../client/names/has-word.ts";

test.each([
  ["Red fox", "fox", true],
  ["Red fox", "red f", true],
  ["Red fox", "ed", false],
  ["Red fox", "red x", false],
  ["Père David's deer", "PERE", true],
  ["Père David's deer", "s deer", true],
  ["Bat-eared fox", "eared", true],
  ["Foxfox fox", "fox", true],
  ["Zorro (grey)", "grey", true],
  ["Red fox", " ", false],
])("%s has a word that begins with %s: %s", (name, beginning, has) => {
  expect(hasWord(name, beginning)).toBe(has);
});
