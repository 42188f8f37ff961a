import { expect, test } from "vitest";
import type { Label } from "../../../../../web/labels/label.ts";
import { LabelSet } from "../../../../../web/labels/label-set.ts";
import { pixelsOf } from "../../../../../web/screens/watch/lanes/dense-bars.ts";
import { row } from "../../../saving/row.ts";

const label = (id: number, startMs: number, endMs: number, more: Partial<Label> = {}): Label => ({
  id,
  startMs,
  endMs,
  track: [],
  species: { id: 1, common_name: "Otter", scientific_name: "Lutra lutra" },
  name: "Otter",
  claim: undefined,
  row,
  ...more,
});
/** Ten pixels of 100 ms each. */
const part = { fromMs: 0, toMs: 1000, width: 10 };
const pixels = (lanes: readonly number[], ...labels: Label[]) => {
  const set = new LabelSet(labels);
  const made = pixelsOf({ set, lanes: Uint32Array.from(lanes), part, rows: 2 }, [...set.within(0, 1000)]);
  const hex = [...made].map((pixel) => pixel.toString(16).padStart(8, "0"));
  return [hex.slice(0, 10), hex.slice(10)];
};
const [none, blue, striped, dark] = ["00000000", "ffe9b456", "ff009fe6", "ff000000"];

test("each label is at least 3 pixels long, in the row of its lane; lanes without a row of their own share the last row", () => {
  expect(pixels([0, 3], label(1, 0, 10), label(2, 500, 1000))).toEqual([
    [blue, blue, blue, none, none, none, none, none, none, none],
    [none, none, none, none, none, blue, blue, blue, blue, blue],
  ]);
});

test("a machine's label is fainter, the earliest label is on top, and patterns are visible", () => {
  const machine = { row: { ...row, method: "machine" as const } };
  const tenth = { species: { id: 10, common_name: "Hare", scientific_name: "Lepus" } };
  const [first] = pixels([0, 0], label(1, 0, 500, tenth), label(2, 400, 1000, machine));
  expect(first).toEqual([dark, dark, striped, striped, striped, ...Array(5).fill("73e9b456")]);
});
