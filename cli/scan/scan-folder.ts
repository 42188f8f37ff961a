import path from "node:path";
import type { Head } from "../../client/recording/read-head.ts";
import { type FoundFile, findFiles, type Problem } from "./find-files.ts";
import { readFile } from "./read-file.ts";
import { readProblem } from "./read-problem.ts";

/** The videos and pictures of a folder, with the type and time in the head of each. */
export type Scan = {
  /** Name of the folder. */
  readonly root: string;
  readonly files: readonly ScannedFile[];
  readonly problems: readonly Problem[];
  /** Number of files that are neither videos nor pictures. */
  readonly others: number;
};

export type ScannedFile = FoundFile & Pick<Head, "recorded"> & { readonly kind: NonNullable<Head["kind"]> };

/** Reads the beginning of each file of a folder. */
export async function scanFolder(folder: string): Promise<Scan> {
  const found = await findFiles(folder);
  const files: ScannedFile[] = [];
  const problems = [...found.problems];
  let others = 0;
  for (const file of found.files) {
    if (file.bytes === 0) {
      problems.push({ path: file.path, reason: "It is empty (0 bytes). Copy it again from the camera." });
      continue;
    }
    const read = await readFile(path.join(folder, file.path)).catch((error: unknown) =>
      readProblem(file.path, error),
    );
    if (typeof read === "string") problems.push({ path: file.path, reason: read });
    else if (read.kind === undefined) others += 1;
    else files.push({ ...file, kind: read.kind, recorded: read.recorded });
  }
  return { root: path.basename(path.resolve(folder)), files, problems, others };
}
