import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "../../..");

/** Paths of all files of the project that match a pattern, from its root; without packages and build output. */
export function projectFiles(pattern: string): readonly string[] {
  return globSync(pattern, { cwd: root, exclude: ["**/node_modules", "cdk.out", "**/dist", ".*"] }).sort();
}

export const readProjectFile = (file: string) => readFileSync(path.join(root, file), "utf8");

/** A page without its blocks of code. */
export const proseOf = (page: string) => page.replace(/^( *)```[\s\S]*?^\1```$/gm, "");

/** The anchors of a page's headings. A second heading of the same words gets the number 1. */
export function anchorsOf(page: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of proseOf(page).matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = anchorOf(heading);
    let unique = anchor;
    for (let i = 1; anchors.has(unique); i++) unique = `${anchor}-${i}`;
    anchors.add(unique);
  }
  return anchors;
}

/** The anchor that GitHub gives a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
}
