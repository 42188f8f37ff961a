import { readFileSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "../..");

/**
 * Matches import and export statements, for values or types, and `import("…")` as a call, as a type, or as a type in a
 * comment. Formatted files are required: each statement begins a line, and names have double quotes.
 */
const forms = [/^ *(?:import|export) (?:[^"';]*? from )?"([^"]+)"/gm, /\bimport\(\s*"([^"]+)"\s*\)/g];

export interface Import {
  /** The text of the import, such as "../table/table.ts" or "zod/mini". */
  readonly name: string;
  /** The imported file, relative to the project's root. `undefined` for a package. */
  readonly target: string | undefined;
}

/** Returns the imports of a file. */
export function importsOf(file: string): Import[] {
  return importsIn(file, readFileSync(path.join(root, file), "utf8"));
}

export function importsIn(file: string, text: string): Import[] {
  const names = forms.flatMap((form) => [...text.matchAll(form)].map(([, name = ""]) => name));
  return [...new Set(names)].map((name) => ({
    name,
    target: name.startsWith(".") ? path.join(path.dirname(file), name) : undefined,
  }));
}
