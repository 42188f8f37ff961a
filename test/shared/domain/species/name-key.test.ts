import fc from "fast-check";
import { expect, test } from "vitest";
import { nameKey } from "../../../../shared/domain/species/name-key.ts";

test.each([
  ["Vulpes vulpes", "VULPES VULPES"],
  ["Oryctère", "oryctere"],
  ["  European   badger ", "european badger"],
  ["Große Hufeisennase", "GROSSE HUFEISENNASE"],
  ["ΑΛΕΠΟΥΣ", "αλεπους"],
  ["Αλεπού", "ΑΛΕΠΟΥ"],
  ["Лисиця", "ЛИСИЦЯ"],
  ["Ёж", "еж"],
  ["Ｆｏｘ", "fox"],
  ["e\u0301lan", "\u00e9lan"],
  ["İnek", "inek"],
  ["狐", "狐"],
])("%j and %j are the same name", (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other));
});

test.each([
  ["fox", "foxes"],
  ["狐", "狸"],
  ["red fox", "redfox"],
])("%j and %j are different names", (one, other) => {
  expect(nameKey(one)).not.toBe(nameKey(other));
});

test("a key is its own key, and the upper case of a name has the same key", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (name) => {
      expect(nameKey(nameKey(name))).toBe(nameKey(name));
      expect(nameKey(name.toUpperCase())).toBe(nameKey(name));
    }),
    { numRuns: 1000 },
  );
});
