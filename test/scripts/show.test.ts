import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";

const script = path.join(import.meta.dirname, "../../scripts/show.ts");
const show = (input: string) => spawnSync(process.execPath, [script], { input, encoding: "utf8" }).stdout;

const ann = { id: 2, display_name: "Ann", role: "annotator" };
const longText = "x".repeat(100);

test.each([
  ["a short record in one line", ann, "{ id: 2, display_name: Ann, role: annotator }\n"],
  [
    "each field of a long record on a line of its own",
    { id: 1, by: ann, url: longText },
    `id: 1\nby: { id: 2, display_name: Ann, role: annotator }\nurl: ${longText}\n`,
  ],
  [
    "each item of a list after a dash",
    { results: [{ id: 1, url: longText }, ann], total: 2 },
    `results:\n  - id: 1\n    url: ${longText}\n  - { id: 2, display_name: Ann, role: annotator }\ntotal: 2\n`,
  ],
  ["a long field below its name", { a: { b: longText } }, `a:\n  b: ${longText}\n`],
  ["null and an empty list", { end: null, images: [] }, "{ end: null, images: [] }\n"],
  ["no control characters", { name: "a\u001b[2Jb\nc" }, "{ name: a�[2Jb�c }\n"],
])("shows %s", (_, value, shown) => {
  expect(show(JSON.stringify(value))).toBe(shown);
});

test.each(["", "not JSON\n"])("prints %j as it is", (text) => {
  expect(show(text)).toBe(text);
});
