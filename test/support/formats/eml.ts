import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { scratchFolder } from "../../local/lambda/scratch-folder.ts";

/** Path of a Python that has metapype: `METAPYPE_PYTHON`, or `python3`. */
const python = process.env["METAPYPE_PYTHON"] ?? "python3";

/** True if metapype is installed. It has the rules of EML 2.2's schemas for each element and its children. */
export const hasMetapype = spawnSync(python, ["-c", "import metapype"]).status === 0;
if (!hasMetapype) {
  console.log(
    "Skipped: checks with metapype. To run them, install metapype and name its Python: METAPYPE_PYTHON=…",
  );
}

/** Returns the errors that metapype finds in the texts of EML files. */
export function emlErrors(texts: readonly string[]): readonly string[] {
  const folder = scratchFolder();
  const paths = texts.map((text, i) => {
    const own = path.join(folder, `${i}.xml`);
    writeFileSync(own, text);
    return own;
  });
  const { stdout, stderr, status } = spawnSync(python, [path.join(import.meta.dirname, "eml.py"), ...paths], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`metapype: ${stderr}`);
  return stdout
    .trim()
    .split("\n")
    .flatMap((line): readonly string[] => JSON.parse(line));
}
