import { createWriteStream, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { Stop } from "../failure.ts";
import { findFiles } from "../scan/find-files.ts";

/** Names of files that are compressed already. */
const packed = /\.(?:jpe?g|png|webp|mp4|mov|mkv|webm|ts|gz|zip)$/i;

/** A fixed time, so that the same files give the same bytes. From these, a later run finds the import of an earlier run. */
const mtime = new Date("2000-01-01T00:00:00Z");

export type TemporaryZip = { readonly file: string; readonly remove: () => void };

/**
 * Packs a folder, with the folders in it, into a temporary zip file. Hidden files are left out.
 * @throws Stop if a file cannot be read, or the disk is full
 */
export async function zipFolder(folder: string): Promise<TemporaryZip> {
  const { files, problems } = await findFiles(folder);
  const [problem] = problems;
  if (problem) throw new Stop(`${problem.path}: ${problem.reason}`);
  const temporary = await mkdtemp(path.join(tmpdir(), "wildlife-"));
  const remove = () => rmSync(temporary, { recursive: true, force: true });
  // Runs after Ctrl+C, too.
  process.once("exit", remove);
  const file = path.join(temporary, `${path.basename(path.resolve(folder))}.zip`);
  const zip = new ZipFile();
  for (const { path: name } of files) {
    zip.addFile(path.join(folder, name), name, { mtime, mode: 0o100644, compress: !packed.test(name) });
  }
  zip.end();
  try {
    await Promise.race([pipeline(zip.outputStream, createWriteStream(file)), failureOf(zip)]);
    return { file, remove };
  } catch (error) {
    remove();
    throw new Stop(`The package cannot be packed: ${error instanceof Error ? error.message : error}.`);
  }
}

/** Rejects with the error of a file that cannot be read, which the output stream of the zip does not report. */
function failureOf(zip: ZipFile): Promise<never> {
  return new Promise((_, reject) => {
    zip.on("error", reject);
  });
}
