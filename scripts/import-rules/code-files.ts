import { globSync } from "node:fs";
import { importRules } from "./table.ts";

const folders = new Set(importRules.map(({ from }) => from.split("/")[0]));

/** All files of code in the folders that have import rules, such as "shared/store/users.ts". */
export function codeFiles(): string[] {
  const cwd = `${import.meta.dirname}/../..`;
  const files = globSync(`{${[...folders].join(",")}}/**/*.{js,mjs,cjs,ts,tsx}`, { cwd });
  return files.filter((file) => !/\/(node_modules|dist)\//.test(file)).sort();
}
