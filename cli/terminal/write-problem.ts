import { Stop } from "../failure.ts";

/** What the codes of the system mean. */
const meanings: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "you may not store more on this disk",
  EFBIG: "this disk takes no file of this size. Name one on another disk",
  EACCES: "your account may not write it",
  EPERM: "your account may not write it",
  EROFS: "this disk can only be read",
  EIO: "the disk cannot write it",
  ENOENT: "its folder is no longer there",
};

/** Why a file cannot be written, in a sentence. */
export function writeProblem(file: string, error: unknown): Stop {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const message = error instanceof Error ? error.message : String(error);
  return new Stop(`${file} cannot be written: ${meanings[code] ?? message}.`);
}
