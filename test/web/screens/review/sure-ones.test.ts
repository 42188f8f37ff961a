import { describe, expect, test } from "vitest";
import { labelOf, type Row } from "../../../../web/labels/label.ts";
import type { Item } from "../../../../web/screens/review/item.ts";
import {
  firstLeast,
  leastChoices,
  readSureOnes,
  sureFilters,
} from "../../../../web/screens/review/sure-ones.ts";
import { row } from "../../saving/row.ts";

const [fox, boar] = [1, 2].map((id) => ({ id, common_name: `c${id}`, scientific_name: `s${id}` }));

describe("the default minimum confidence", () => {
  test.each([
    [undefined, 0.9],
    [{ from: 0.5, to: 1 }, 0.9],
    [{ from: 0.95, to: 1 }, 0.95],
    [{ from: 0.5, to: 0.8 }, 0.75],
  ])("with the filter %j is %d, which is within the filter", (sure, least) => {
    const filters = sure ? { sure, camera: 3 } : { camera: 3 };
    expect(firstLeast(filters)).toBe(least);
    const { from, to } = sure ?? { from: 0, to: 1 };
    expect(leastChoices(filters).every((step) => step >= from && step < to)).toBe(true);
    expect(sureFilters(filters, least)).toEqual({
      camera: 3,
      review: ["unreviewed"],
      sure: { from: least, to },
    });
  });
});

test("reads each label once, leaves out decided and unnamed labels, and counts the labels of each species", async () => {
  const rowOf = (id: number): Row => ({ ...row, id });
  async function* parts() {
    yield { rows: [1, 2, 3, 4].map(rowOf), all: 6, total: 8 };
    yield { rows: [5, 6].map(rowOf), all: 6, total: 8 };
  }
  const itemOf = async (each: Row) => {
    const claim = each.id === 4 ? undefined : each.id < 3 ? fox : boar;
    return { id: each.id, claim, label: labelOf(each, new Set()) } as Item;
  };
  const progress: [number, number][] = [];
  const found = await readSureOnes(parts(), itemOf, new Set([1]), (...step) => progress.push(step));
  expect(found.decisions.map(({ label, species }) => [label, species.id])).toEqual([
    [2, 1],
    [3, 2],
    [5, 2],
    [6, 2],
  ]);
  expect(found.bySpecies).toEqual([
    { species: boar, count: 3 },
    { species: fox, count: 1 },
  ]);
  expect([found.unnamed, found.beyond]).toEqual([1, 2]);
  expect(progress).toEqual([
    [4, 6],
    [6, 6],
  ]);
});
