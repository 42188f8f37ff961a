import { expect, test } from "vitest";
import { placeAfter } from "../../../web/keys/grid.ts";

// Ten places in rows of four.
test.each([
  ["ArrowRight", 3, 4],
  ["ArrowRight", 9, 9],
  ["ArrowLeft", 0, 0],
  ["ArrowDown", 1, 5],
  ["ArrowDown", 7, 7],
  ["ArrowUp", 5, 1],
  ["ArrowUp", 2, 2],
  ["Home", 6, 0],
  ["End", 6, 9],
  ["x", 6, undefined],
])("%s leads from %i to %o", (key, from, to) => {
  expect(placeAfter(key, from, 10, 4)).toBe(to);
});
