import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "../../..");

/** Returns the paths of the project's files that match a pattern, without packages and build output. */
export function projectFiles(pattern: string): readonly string[] {
  return globSync(pattern, { cwd: root, exclude: ["**/node_modules", "cdk.out", "**/dist", ".*"] }).sort();
}

export const readProjectFile = (file: string) => readFileSync(path.join(root, file), "utf8");

/** Returns a page without its code blocks. */
export const proseOf = (page: string) => page.replace(/^( *)```[\s\S]*?^\1```$/gm, "");

/** Returns the anchors of a page's headings. The anchor of a second heading with the same words ends in `-1`. */
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

/** Returns the anchor that GitHub gives to a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
}
