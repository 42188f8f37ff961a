import { readFileSync } from "node:fs";

/** Version of this program, from its `package.json`. @returns {string} */
export function readVersion() {
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
}
