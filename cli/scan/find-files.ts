import { readdir, stat } from "node:fs/promises";
import path from "node:path";

export type FoundFile = {
  /** From the folder, with `/` on every system. */
  readonly path: string;
  readonly bytes: number;
  /** When the file was last written, in milliseconds since 1970. */
  readonly modifiedMs: number;
};

/**
 * All files in a folder and the folders in it, by path. Hidden files are left out: macOS writes one for each picture
 * (`._IMG_1.JPG`). Links are not followed.
 */
export async function findFiles(folder: string): Promise<readonly FoundFile[]> {
  const found: FoundFile[] = [];
  const look = async (within: string): Promise<void> => {
    for (const entry of await readdir(path.join(folder, within), { withFileTypes: true })) {
      if (entry.name.startsWith(".") || entry.name === "System Volume Information") continue;
      const name = within === "" ? entry.name : `${within}/${entry.name}`;
      if (entry.isDirectory()) await look(name);
      if (!entry.isFile()) continue;
      const { size, mtimeMs } = await stat(path.join(folder, name));
      found.push({ path: name, bytes: size, modifiedMs: Math.round(mtimeMs) });
    }
  };
  await look("");
  return found.toSorted((a, b) => order.compare(a.path, b.path));
}

/** `IMG_2` before `IMG_10`. */
const order = new Intl.Collator("en", { numeric: true });
