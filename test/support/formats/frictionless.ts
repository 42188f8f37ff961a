import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { scratchFolder } from "../../local/lambda/scratch-folder.ts";
import type { PackageTexts } from "./write-package.ts";

/** Path of a Python that has frictionless: `FRICTIONLESS_PYTHON`, or `python3`. */
const python = process.env["FRICTIONLESS_PYTHON"] ?? "python3";

/** True if frictionless, the standard's own validator, is installed. */
export const hasFrictionless = spawnSync(python, ["-c", "import frictionless"]).status === 0;
if (!hasFrictionless) {
  console.log(
    "Skipped: checks with frictionless. To run them, install frictionless and name its Python: FRICTIONLESS_PYTHON=…",
  );
}

const schemas = path.join(import.meta.dirname, "../../../shared/formats/camtrap-dp/schemas");

/** Returns the number of rows that frictionless reads from each table of each package, and the errors it finds. */
export function frictionless(
  packages: readonly PackageTexts[],
): readonly { readonly rows: Record<string, number>; readonly errors: readonly string[] }[] {
  const folder = scratchFolder();
  const paths = packages.map((texts, i) => {
    const own = path.join(folder, String(i));
    mkdirSync(own);
    for (const [name, text] of Object.entries(texts)) writeFileSync(path.join(own, name), text);
    return own;
  });
  const { stdout, stderr, status } = spawnSync(
    python,
    [path.join(import.meta.dirname, "validate.py"), schemas, ...paths],
    { encoding: "utf8", maxBuffer: 1e8 },
  );
  if (status !== 0) throw new Error(`frictionless: ${stderr}`);
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}
