import fc from "fast-check";
import { expect, test } from "vitest";
import { parseMemory, withFavourite, withRecent } from "../../../../web/parts/species/memory.ts";

const names = fc.constantFrom("Lutra lutra", "Vulpes vulpes", "Anas platyrhynchos");
const choice = fc.oneof(
  fc.record({ name: names, digit: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ name: names, digit: fc.constant(undefined) }),
);

test("a species is in the recent list once and has at most one digit, even after storing and reading", () => {
  fc.assert(
    fc.property(fc.array(choice), (choices) => {
      let memory = parseMemory(null);
      for (const { name, digit } of choices) {
        const before = memory;
        memory = digit === undefined ? withRecent(memory, name) : withFavourite(memory, name, digit);
        if (digit === undefined) expect(memory.recent[0]).toBe(name);
        // Setting a species again on its own digit removes it.
        else expect(memory.favourites[digit - 1]).toBe(before.favourites[digit - 1] === name ? null : name);
      }
      const kept = memory.favourites.filter((name) => name !== null);
      expect(new Set(kept).size).toBe(kept.length);
      expect(new Set(memory.recent).size).toBe(memory.recent.length);
      expect(parseMemory(JSON.stringify(memory))).toEqual(memory);
    }),
  );
});

test("there is a place for each of nine digits, even if the stored value is invalid", () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (stored) => {
      expect(parseMemory(stored).favourites).toHaveLength(9);
    }),
  );
  expect(parseMemory('{"favourites":[5,"Lutra lutra"],"recent":[null,"Vulpes vulpes"]}')).toEqual({
    favourites: [null, "Lutra lutra", null, null, null, null, null, null, null],
    recent: ["Vulpes vulpes"],
  });
});
