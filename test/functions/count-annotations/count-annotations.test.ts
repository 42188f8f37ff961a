import { expect, test } from "vitest";
import { countAnnotations } from "../../../functions/count-annotations/count-annotations.ts";
import type { Countable } from "../../../shared/domain/annotation/counts.ts";
import type { AnnotationCounts } from "../../../shared/store/annotation/counts.ts";

/** A caller that never arrives, because counts without `votedby` do not wait for the caller. */
const nobody = new Promise<never>(() => {});
const run = (by: Countable[], cells: AnnotationCounts["cells"]) =>
  countAnnotations({ count: async () => ({ total: 9, cells }) })({ query: { by, observation: [] } }, nobody);

test("numbers are sorted numerically and texts by their characters, in the requested order", async () => {
  const cells = [
    { values: [10, "b"], count: 1 },
    { values: [9, "é"], count: 2 },
    { values: [9, "Z"], count: 3 },
    { values: [9, "a"], count: 4 },
  ];
  expect(await run(["species", "observer"], cells)).toEqual({
    status: 200,
    body: {
      by: ["species", "observer"],
      rows: [
        { species: 9, observer: "Z", count: 3 },
        { species: 9, observer: "a", count: 4 },
        { species: 9, observer: "é", count: 2 },
        { species: 10, observer: "b", count: 1 },
      ],
      total: 9,
    },
  });
});

test.each<[Countable[], AnnotationCounts["cells"], string]>([
  [
    ["observer"],
    { tooMany: 5000, dimension: undefined },
    "There are more than 5000 rows. Narrow the filters.",
  ],
  [
    ["day", "observer"],
    { tooMany: 5000, dimension: undefined },
    "There are more than 5000 rows. Narrow the filters, or count by one property only.",
  ],
  [
    ["day", "observer"],
    { tooMany: 200, dimension: 1 },
    "There are more than 200 values of `observer`, the maximum with two properties. Narrow the filters, or count by `observer` alone.",
  ],
])("too many counts by %s are refused with 413, the maximum and a suggestion", async (by, cells, message) => {
  await expect(run(by, cells)).rejects.toMatchObject({ code: "too-large", message });
});

test("rows that are larger than Lambda's maximum response are refused with 413", async () => {
  const cells = Array.from({ length: 5000 }, (_, i) => ({ values: [`${i} ${"🦊".repeat(315)}`], count: 1 }));
  await expect(run(["observer"], cells)).rejects.toMatchObject({
    code: "too-large",
    message: "The 5000 rows are too large for one response. Narrow the filters.",
  });
});
