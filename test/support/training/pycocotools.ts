import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { scratchFolder } from "../../local/lambda/scratch-folder.ts";

/** Path of a Python that has pycocotools: `PYCOCOTOOLS_PYTHON`, or `python3`. */
const python = process.env["PYCOCOTOOLS_PYTHON"] ?? "python3";

/** True if pycocotools, the reference implementation of COCO, is installed. */
export const hasPycocotools = spawnSync(python, ["-c", "import pycocotools"]).status === 0;
if (!hasPycocotools) {
  console.log(
    "Skipped: checks with pycocotools. To run them, install pycocotools and name its Python: PYCOCOTOOLS_PYTHON=…",
  );
}

/** Returns pycocotools' counts for a file, and the average precision of the file's own boxes as results. */
export function pycocotools(json: string): {
  readonly images: number;
  readonly boxes: number;
  readonly categories: readonly string[];
  readonly precision: number;
} {
  const file = path.join(scratchFolder(), "annotations.json");
  writeFileSync(file, json);
  const { stdout, stderr, status } = spawnSync(python, [path.join(import.meta.dirname, "coco.py"), file], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`pycocotools: ${stderr}`);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
}
