import { Stop } from "../failure.ts";

/** Meaning of each error code of the operating system. */
const meanings: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "your quota on this disk is used up",
  EFBIG: "the file is too large for this disk. Name a file on another disk",
  EACCES: "your account has no permission to write it",
  EPERM: "your account has no permission to write it",
  EROFS: "this disk is read-only",
  EIO: "the disk cannot write it",
  ENOENT: "its folder is no longer there",
};

/** Reason why a file cannot be written, as a sentence. */
export function writeProblem(file: string, error: unknown): Stop {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const message = error instanceof Error ? error.message : String(error);
  return new Stop(`${file} cannot be written: ${meanings[code] ?? message}.`);
}
