import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { byPath } from "../../client/recording/path-order.ts";
import { readProblem } from "./read-problem.ts";

export type FoundFile = {
  /** Path from the folder, with `/` on every system. */
  readonly path: string;
  readonly bytes: number;
  /** Time of the last change, in milliseconds since 1970. */
  readonly modifiedMs: number;
};

/** A file or folder that cannot be imported, with the reason. */
export type Problem = { readonly path: string; readonly reason: string };

/**
 * All files in a folder and the folders in it, sorted by path, and the files and folders that cannot be read. Hidden files
 * are left out: macOS writes one for each picture (`._IMG_1.JPG`). Links are not followed.
 */
export async function findFiles(
  folder: string,
): Promise<{ readonly files: readonly FoundFile[]; readonly problems: readonly Problem[] }> {
  const files: FoundFile[] = [];
  const problems: Problem[] = [];
  const list = (within: string): Promise<readonly Dirent[]> =>
    readdir(path.join(folder, within), { withFileTypes: true }).catch((error: unknown) => {
      problems.push({ path: within || ".", reason: readProblem(within, error) });
      return [];
    });
  const look = async (within: string): Promise<void> => {
    for (const entry of await list(within)) {
      if (entry.name.startsWith(".") || entry.name === "System Volume Information") continue;
      const name = within === "" ? entry.name : `${within}/${entry.name}`;
      if (entry.isDirectory()) await look(name);
      if (!entry.isFile()) continue;
      const found = await sizeOf(folder, name).catch((error: unknown) => readProblem(name, error));
      if (typeof found === "string") problems.push({ path: name, reason: found });
      else files.push(found);
    }
  };
  await look("");
  return { files: files.toSorted(byPath), problems };
}

/** Present size and time of a file in a folder. */
export async function sizeOf(folder: string, name: string): Promise<FoundFile> {
  const { size, mtimeMs } = await stat(path.join(folder, name));
  return { path: name, bytes: size, modifiedMs: Math.round(mtimeMs) };
}
