import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { anchorsOf, projectFiles, proseOf, readProjectFile } from "../support/docs/markdown.ts";

const root = path.join(import.meta.dirname, "../..");
const pages = projectFiles("**/*.md");

/** Returns what is wrong with a link on a page, or undefined if the link is right. */
function problemOf(page: string, link: string): string | undefined {
  const [target = "", anchor] = link.split("#");
  const file = target === "" ? page : path.join(path.dirname(page), decodeURIComponent(target));
  if (!existsSync(path.join(root, file))) return `${link}: ${file} does not exist`;
  if (anchor === undefined || statSync(path.join(root, file)).isDirectory()) return undefined;
  return anchorsOf(readProjectFile(file)).has(anchor) ? undefined : `${link}: no such heading`;
}

test("the pages to check include docs/api.md and at least 40 others", () => {
  expect(pages).toContain("docs/api.md");
  expect(pages.length).toBeGreaterThan(40);
});

test.each(pages)(
  "every relative link in %s leads to an existing file, and to an existing heading if it names one",
  (page) => {
    const prose = proseOf(readProjectFile(page)).replace(/`[^`\n]+`/g, "");
    const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
    const relative = links.filter((link) => !/^\w+:/.test(link));
    expect(relative.flatMap((link) => problemOf(page, link) ?? [])).toEqual([]);
  },
);

/** Returns the files and folders that a page names in code style, such as `shared/serve/endpoint.ts` or `local/s3/`. */
function namedPaths(page: string): readonly string[] {
  const code = [...proseOf(readProjectFile(page)).matchAll(/`([^`\n]+)`/g)].map(([, text = ""]) => text);
  return code.filter((text) =>
    /^(bench|bin|camera-site|cli|client|docs|examples|functions|lib|local|scripts|shared|test|web)\/[\w./-]+$/.test(
      text,
    ),
  );
}

// The changelog names files that no longer exist.
test.each(pages.filter((page) => page !== "CHANGELOG.md"))("every file that %s names exists", (page) => {
  expect(namedPaths(page).filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test("every documentation page that the code names exists", () => {
  const files = ["bench", "cli", "client", "functions", "lib", "local", "scripts", "shared", "test", "web"];
  const named = files
    .flatMap((folder) => projectFiles(`${folder}/**/*.{ts,tsx,js,mjs,html}`))
    .flatMap((file) =>
      [...readProjectFile(file).matchAll(/\bdocs\/[\w/-]+\.md\b/g)].map(([page]) => [file, page]),
    );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(([, page = ""]) => !existsSync(path.join(root, page)))).toEqual([]);
});
