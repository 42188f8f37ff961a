import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import path from "node:path";

/**
 * The files and folders that bundles are made from. The file `packages` is npm's list of all installed packages, with
 * their hashes.
 */
const parts = ["functions", "shared", "client", "web", "docs", "lib", "tsconfig.json", "package.json"];
const packages = "node_modules/.package-lock.json";

/** Unused bundles are kept for this time. The bundles of all functions take about 27 MB. */
const keptMs = 24 * 3_600_000;

/**
 * Fills a folder with bundles: those that an earlier run made from the same files, or new ones.
 * @param root the project's folder
 * @param platform the platform whose native packages are bundled, or any text that distinguishes bundles of the same
 * files
 * @param build makes the bundles in a new folder
 */
export function bundleOnce(
  root: string,
  outputFolder: string,
  platform: string,
  build: (folder: string) => void,
): void {
  if (!existsSync(path.join(root, packages))) {
    build(outputFolder);
    return;
  }
  const cache = path.join(root, "node_modules/.cache/wildlife-bundles");
  mkdirSync(cache, { recursive: true });
  const bundles = path.join(cache, keyOf(root, platform));
  if (existsSync(bundles)) {
    const now = new Date();
    utimesSync(bundles, now, now);
  } else {
    removeUnused(cache);
    const draft = mkdtempSync(path.join(cache, "draft-"));
    try {
      build(path.join(draft, "bundles"));
      moveUnlessThere(path.join(draft, "bundles"), bundles);
    } finally {
      rmSync(draft, { recursive: true });
    }
  }
  rmSync(outputFolder, { recursive: true, force: true });
  cpSync(bundles, outputFolder, { recursive: true, verbatimSymlinks: true });
}

/**
 * Moves a folder, unless another process has made the same bundles in the meantime. That process's bundles are then kept,
 * because a folder with files cannot be replaced.
 */
function moveUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

function keyOf(root: string, platform: string): string {
  // Bundles link to native packages by their absolute path.
  const hash = createHash("sha256").update(JSON.stringify([root, platform]));
  for (const part of [...parts, packages]) {
    for (const file of filesOf(root, part)) {
      const content = readFileSync(path.join(root, file));
      hash.update(`${JSON.stringify(file)} ${content.length}\n`).update(content);
    }
  }
  return hash.digest("hex");
}

/** Returns a file, or all files in a folder. */
function filesOf(root: string, part: string): readonly string[] {
  const full = path.join(root, part);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [part];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}

function removeUnused(cache: string): void {
  for (const name of readdirSync(cache)) {
    const folder = path.join(cache, name);
    const { mtimeMs } = statSync(folder, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (mtimeMs < Date.now() - keptMs) rmSync(folder, { recursive: true, force: true });
  }
}
